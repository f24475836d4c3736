import { setTimeout as wait } from "node:timers/promises";
import { startPostgres } from "../../../tests/support/database/postgres-cluster.ts";
import { type Instance, startInstance } from "../../../tests/support/instance.ts";
import { ownerSignedIn } from "../support/filling.ts";
import { type Figure, round } from "../support/table.ts";

const SERVERS = 3;
const CHANGES = 10;
const LIMIT_MS = 30_000;

/** How long a change of an owner's takes until each of three servers on one PostgreSQL shows it. */
export async function measureChangeOnServers(): Promise<Figure[]> {
	const postgres = await startPostgres();
	const url = postgres.urlOf("postgres");
	const env = { DATABASE_URL: url, SESSION_SECRET: "a-secret-of-three-servers-for-a-measurement" };
	const servers: Instance[] = [];
	try {
		for (let i = 0; i < SERVERS; i++) servers.push(await startInstance({ env }));
		const cookie = await ownerSignedIn(url);
		const took: number[] = [];
		for (let i = 1; i <= CHANGES; i++) took.push(await change(servers, cookie, i));
		return [
			{
				what: `a name changed on a screen is on ${SERVERS} servers, s (the longest of ${CHANGES})`,
				measured: round(Math.max(...took) / 1_000, 2),
				bar: "2",
				limit: "–",
			},
		];
	} finally {
		await Promise.all(servers.map((server) => server.stop()));
		await postgres.stop();
	}
}

/** @returns milliseconds from the answer to the form until the last server shows the change */
async function change(servers: readonly Instance[], cookie: string, number: number): Promise<number> {
	const [first] = servers;
	if (!first) throw new Error("no servers");
	const name = `Имя ${number}`;
	const form = new FormData();
	form.append("revision", String(number - 1));
	form.append("name", name);
	const address = new URL("/admin/look", first.url);
	const headers = { Cookie: cookie, Origin: first.url };
	const saved = await fetch(address, { method: "POST", body: form, headers, redirect: "manual" });
	if (saved.status !== 303) throw new Error(`the form was answered ${saved.status}`);
	const began = performance.now();
	const isSeen = async ({ url }: Instance) =>
		(await (await fetch(new URL("/login", url))).text()).includes(`— ${name}</title>`);
	while (performance.now() - began < LIMIT_MS) {
		if ((await Promise.all(servers.map(isSeen))).every(Boolean)) return performance.now() - began;
		await wait(10);
	}
	throw new Error(`«${name}» is not on all servers.`);
}
