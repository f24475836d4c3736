import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { openSession } from "../../../../../app/accounts/sessions/sessions.server.ts";
import { type Db, openDatabase } from "../../../../../app/platform/db/connection.server.ts";
import { somebody } from "../../../../chat/people.ts";
import { startFakeMcp } from "../../../../support/fakes/fake-mcp-http.ts";
import { startFakeModel } from "../../../../support/fakes/fake-model.ts";
import { type Instance, startInstance } from "../../../../support/instance.ts";
import { callByRounds, numberOf, type ScriptedCall, textOfRound } from "./calling-model.ts";

/** Questions before each kill: an account has three answers at once. */
const AT_ONCE = 3;
/** An answer that nobody disturbs takes about so long, in milliseconds; a kill falls anywhere in it. */
const ANSWER_MS = 1_000;
const CALL_MS = 40;
const PATIENCE_MS = 120_000;

/** Whether a kill comes at a random moment, or as soon as an act that must not be repeated is heard. */
export type Moment = "random" | "in-act";

/** What came of the kills; `wrong` says in words what must not be. */
export type KillReport = {
	answers: number;
	/** Calls that the servers heard, and those of them that they had heard before. */
	heard: Record<"read" | "keyed" | "unsafe", { calls: number; repeated: number }>;
	/** Unsafe calls that were begun when the process died. */
	unknown: number;
	/** From a start to the end of the last answer that the dead process had left, in milliseconds. */
	slowestMs: number;
	wrong: string[];
};

/**
 * Kills a server with `SIGKILL` in the middle of answers that call tools of each effect, starts it anew, and looks at
 * what the tools have heard, what the answers say and what they cost. On PostgreSQL another server stays.
 * @param postgresUrl an empty database; null: SQLite
 */
export async function killInTools(
	postgresUrl: string | null,
	moments: readonly Moment[],
): Promise<KillReport> {
	const folder = mkdtempSync(join(tmpdir(), "sobesednik-tool-kills-"));
	const mcp = { era: "modern", fault: "none" } as const;
	const servers = {
		read: await startFakeMcp(mcp),
		keyed: await startFakeMcp(mcp),
		unsafe: await startFakeMcp(mcp),
	};
	for (const server of Object.values(servers)) server.slow(CALL_MS);
	const model = await startFakeModel();
	model.otherwise = (reply) => callByRounds(reply, roundsOf(numberOf(reply)));
	const start = await starter(folder, postgresUrl, model.url, servers);
	const staying = postgresUrl === null ? null : await start();
	let dying = await start();
	const db = await openDatabase(postgresUrl ?? `sqlite:${join(folder, "sobesednik.db")}`);
	try {
		let [asked, slowestMs] = [0, 0];
		for (const moment of moments) {
			const acts = servers.unsafe.heard("tools/call").length;
			await askMany(dying, db, asked);
			asked += AT_ONCE;
			if (moment === "random") await wait(Math.random() * ANSWER_MS);
			else await until(() => servers.unsafe.heard("tools/call").length > acts);
			await dying.stop("SIGKILL");
			dying = await start(dying.port);
			const began = performance.now();
			await until(async () => (await countWriting(db)) === 0);
			slowestMs = Math.max(slowestMs, performance.now() - began);
		}
		const wrong = [...(await wrongAnswers(db, asked)), ...(await wrongCharges(db, asked))];
		const heard = {
			read: callsHeardBy(servers.read),
			keyed: callsHeardBy(servers.keyed),
			unsafe: callsHeardBy(servers.unsafe),
		};
		if (heard.unsafe.repeated > 0) wrong.push(`${heard.unsafe.repeated} unsafe calls were heard again`);
		wrong.push(...wrongKeys(servers.keyed));
		return { answers: asked, heard, unknown: await countUnknown(db), slowestMs, wrong };
	} finally {
		await db.destroy();
		await Promise.all([dying.stop("SIGKILL"), staying?.stop("SIGKILL")]);
		await Promise.all([model.stop(), ...Object.values(servers).map((server) => server.stop())]);
		rmSync(folder, { recursive: true, force: true });
	}
}

type Mcp = Awaited<ReturnType<typeof startFakeMcp>>;

/** Six calls in two rounds, each with a text of its own. */
const roundsOf = (number: number): ScriptedCall[][] => [
	[
		["reads__echo", `${number} a`],
		["reads__echo", `${number} b`],
		["keyed__pay", `${number} c`],
	],
	[
		["acts__pay", `${number} d`],
		["reads__echo", `${number} e`],
		["acts__pay", `${number} f`],
	],
];
const ROUNDS = 2;

async function starter(
	folder: string,
	postgresUrl: string | null,
	modelUrl: string,
	{ read, keyed, unsafe }: Record<"read" | "keyed" | "unsafe", Mcp>,
) {
	const TOOLS_FILE = join(folder, "tools.json");
	const one = (key: string, { url }: Mcp, name: string, effect: string) => ({
		key,
		title: key,
		url,
		tools: { [name]: { effect, title: key, ask: false } },
	});
	const servers = [
		one("reads", read, "echo", "read"),
		one("keyed", keyed, "pay", "keyed"),
		one("acts", unsafe, "pay", "unsafe"),
	];
	writeFileSync(TOOLS_FILE, JSON.stringify({ servers }));
	const where: Record<string, string> =
		postgresUrl === null
			? { DATA_DIR: folder }
			: { DATABASE_URL: postgresUrl, SESSION_SECRET: "one secret for both of the servers, as it should be" };
	return (port?: number) =>
		startInstance({
			env: {
				...where,
				MODEL_BASE_URL: modelUrl,
				MODELS: "test-model",
				MODEL_TITLES: "0",
				MODEL_TOOLS: "1",
				TOOLS_FILE,
				LOG_LEVEL: "error",
				...(port && { PORT: String(port) }),
			},
		});
}

/** Somebody asks questions, with the numbers from `first` on. */
async function askMany(server: Instance, db: Db, first: number): Promise<void> {
	const session = await openSession(
		db,
		await somebody(db),
		{ ip: "127.0.0.1", userAgent: "" },
		null,
		Date.now(),
	);
	for (let number = first; number < first + AT_ONCE; number++) {
		const body = new URLSearchParams({
			intent: "ask",
			promptId: crypto.randomUUID(),
			text: `Вопрос № ${number}`,
		});
		for (const tool of ["reads__echo", "keyed__pay", "acts__pay"]) body.append("tool", tool);
		const { status } = await fetch(`${server.url}/chat`, {
			method: "POST",
			redirect: "manual",
			headers: { Cookie: `s=${session}`, Origin: server.url },
			body,
		});
		if (status !== 303) throw new Error(`The question was answered ${status}.`);
	}
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
	for (const end = Date.now() + PATIENCE_MS; !(await isSo()); await wait(10))
		if (Date.now() > end) throw new Error("It has not come in two minutes.");
}

async function countWriting(db: Db): Promise<number> {
	return (await db.selectFrom("answers").select("id").where("state", "=", "writing").execute()).length;
}

async function countUnknown(db: Db): Promise<number> {
	return (await db.selectFrom("answer_calls").select("n").where("state", "=", "unknown").execute()).length;
}

async function wrongAnswers(db: Db, asked: number): Promise<string[]> {
	const answers = await db
		.selectFrom("answers as a")
		.innerJoin("prompts as p", "p.id", "a.prompt_id")
		.select(["a.id", "a.text", "a.state", "p.text as question"])
		.execute();
	const calls = await db
		.selectFrom("answer_calls")
		.select(["answer_id", "tool", "args", "state"])
		.where("state", "not in", ["done", "unknown"])
		.execute();
	const wrong = calls.map(({ tool, args, state }) => `${tool} ${args} is ${state}`);
	if (answers.length !== asked) wrong.push(`${answers.length} answers of ${asked}`);
	for (const { text, state, question } of answers) {
		const number = Number(/№ (\d+)/.exec(question)?.[1]);
		const whole = Array.from({ length: ROUNDS + 1 }, (_, round) => textOfRound(number, round)).join("\n\n");
		if (state !== "done" || text !== whole)
			wrong.push(`${question} is ${state}: «${text}» and not «${whole}»`);
	}
	return wrong;
}

async function wrongCharges(db: Db, asked: number): Promise<string[]> {
	const rows = await db.selectFrom("ledger").select(["kind", "reference"]).execute();
	const count = (wanted: string) => rows.filter(({ kind }) => kind === wanted).length;
	const charged = new Set(rows.flatMap(({ kind, reference }) => (kind === "settle" ? [reference] : [])));
	const found = {
		reserve: count("reserve"),
		settle: count("settle"),
		of: charged.size,
		return: count("return"),
	};
	return Object.entries({ reserve: asked, settle: asked, of: asked, return: 0 }).flatMap(([kind, right]) => {
		const is = found[kind as keyof typeof found];
		return is === right ? [] : [`${is} × ${kind} in the ledger, not ${right}`];
	});
}

/** The calls that a server has heard, by their text, with the keys that they came with. */
function keysByCall(server: Mcp): Map<string, string[]> {
	const heard = server.heard("tools/call").map(({ params, headers }) => {
		const key = params._meta["ru.sobesednik/idempotency-key"];
		return {
			text: params.arguments.text as string,
			key: key === headers["idempotency-key"] ? key : "two keys",
		};
	});
	const byText = Map.groupBy(heard, ({ text }) => text);
	return new Map([...byText].map(([text, calls]) => [text, calls.map(({ key }) => key)]));
}

function callsHeardBy(server: Mcp) {
	const calls = keysByCall(server);
	const all = [...calls.values()].reduce((sum, { length }) => sum + length, 0);
	return { calls: calls.size, repeated: all - calls.size };
}

/** A call has one key however often it comes, and no other call has it. */
function wrongKeys(server: Mcp): string[] {
	const calls = keysByCall(server);
	const wrong = [...calls].flatMap(([text, keys]) =>
		new Set(keys).size === 1 && !keys.includes("two keys") ? [] : [`«${text}» came with ${keys.join(", ")}`],
	);
	if (new Set([...calls.values()].flat()).size !== calls.size) wrong.push("two calls have one key");
	return wrong;
}
