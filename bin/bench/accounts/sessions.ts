import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { findSession, openSession } from "../../../app/accounts/sessions/sessions.server.ts";
import { hashOfToken } from "../../../app/accounts/tokens/secrets.server.ts";
import { openDatabase } from "../../../app/platform/db/connection.server.ts";
import { migrate } from "../../../app/platform/db/migrate.server.ts";
import { transact } from "../../../app/platform/db/transact.server.ts";
import { Person } from "../../../tests/support/person.ts";
import { load } from "../pages/pages.ts";
import type { Site } from "../support/site.ts";
import { type Figure, median, round } from "../support/table.ts";

const SECONDS = 3;
const TURNS = 3;
const SESSIONS = 1_000;
const LOOKUPS = 5_000;
/** With a query, so that it is rendered for each request and not served from the page cache. */
const PAGE = "/contacts?bench=1";

/** The cost of authenticating a request: one indexed read for each request with the cookie. */
export async function measureSessions({ instance }: Site): Promise<Figure[]> {
	const person = await new Person(instance).register();
	const pid = instance.process.pid ?? 0;
	const [without, withSession]: [number[], number[]] = [[], []];
	const url = `${instance.url}${PAGE}`;
	await load(url, pid, 1);
	for (let turn = 0; turn < TURNS; turn++) {
		without.push((await load(url, pid, SECONDS)).cpuUs);
		withSession.push((await load(url, pid, SECONDS, { Cookie: person.cookie })).cpuUs);
	}
	const { ours, baseline } = await measureAlone();
	return [
		{
			what: "a page with a session, CPU µs a request",
			measured: `${round(median(withSession), 0)} (${round(median(withSession) / median(without), 2)} × without)`,
			bar: "–",
			limit: `${round(median(without), 0)} (the same page without a session)`,
		},
		{
			what: `looking a session up among ${SESSIONS.toLocaleString("en")}, CPU µs`,
			measured: `${round(ours, 0)} (${round(ours / baseline, 1)} × baseline)`,
			bar: "–",
			limit: `${round(baseline, 0)} (a prepared select of node:sqlite)`,
		},
	];
}

async function measureAlone(): Promise<{ ours: number; baseline: number }> {
	const folder = mkdtempSync(join(tmpdir(), "sobesednik-bench-"));
	const file = join(folder, "bench.db");
	const db = await openDatabase(`sqlite:${file}`);
	const client = { ip: "192.0.2.1", userAgent: "bench" };
	const now = Date.now();
	try {
		await migrate(db);
		await db
			.insertInto("accounts")
			.values({ id: "a", email: "a@example.ru", state: "active", created_at: now })
			.execute();
		const tokens: string[] = [];
		await transact(db, async (trx) => {
			for (let i = 0; i < SESSIONS; i++) tokens.push(await openSession(trx, "a", client, null, now));
		});
		const tokenAt = (i: number) => tokens[i % tokens.length] ?? "";
		const lookUp = (token: string) => findSession(db, token, client, now);
		const baselineFile = new DatabaseSync(file, { readOnly: true });
		const statement = baselineFile.prepare(
			"select s.id, s.seen_at, a.id, a.email, a.name from sessions s join accounts a on a.id = s.account_id where s.token_hash = ?",
		);
		const hashes = tokens.map(hashOfToken);
		await cpuOf(async (i) => void (await lookUp(tokenAt(i))));
		const ours = await cpuOf(async (i) => void (await lookUp(tokenAt(i))));
		const baseline = await cpuOf(async (i) => void statement.get(hashes[i % hashes.length] ?? ""));
		baselineFile.close();
		return { ours, baseline };
	} finally {
		await db.destroy();
		rmSync(folder, { recursive: true, force: true });
	}
}

/** @returns µs of CPU time per call */
async function cpuOf(call: (i: number) => Promise<void>): Promise<number> {
	const before = process.cpuUsage();
	for (let i = 0; i < LOOKUPS; i++) await call(i);
	const { user, system } = process.cpuUsage(before);
	return (user + system) / LOOKUPS;
}
