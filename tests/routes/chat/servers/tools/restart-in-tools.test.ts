import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Db, openDatabase } from "../../../../../app/platform/db/connection.server.ts";
import { emptyPostgres } from "../../../../support/database/empty-postgres.ts";
import { IS_FULL } from "../../../../support/extent.ts";
import { startFakeMcp } from "../../../../support/fakes/fake-mcp-http.ts";
import { type FakeModel, startFakeModel } from "../../../../support/fakes/fake-model.ts";
import { startInstance } from "../../../../support/instance.ts";
import { Person } from "../../../../support/person.ts";
import { callByRounds, type ScriptedCall, textOfRound } from "./calling-model.ts";

const PATIENCE = { interval: 100 };

let model: FakeModel;
let mcp: Awaited<ReturnType<typeof startFakeMcp>>;
let folder: string;
const ends: (() => unknown)[] = [];
beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), "sobesednik-restarts-"));
	[model, mcp] = await Promise.all([startFakeModel(), startFakeMcp({ era: "modern", fault: "none" })]);
	ends.push(
		() => model.stop(),
		() => mcp.stop(),
		() => rmSync(folder, { recursive: true }),
	);
});
afterEach(async () => {
	for (const end of ends.splice(0).reverse()) await end();
});

/** What an instance needs to offer the tools of the fake: `s__echo` reads, `s__pay` acts. */
function settings(): Record<string, string> {
	const tools = {
		echo: { effect: "read", title: "Эхо" },
		pay: { effect: "unsafe", title: "Плата", ask: false },
	};
	const TOOLS_FILE = join(folder, "tools.json");
	writeFileSync(
		TOOLS_FILE,
		JSON.stringify({ servers: [{ key: "s", title: "Сервер", url: mcp.url, tools }] }),
	);
	return {
		...{ MODEL_BASE_URL: model.url, MODELS: "test-model", MODEL_TITLES: "0", MODEL_TOOLS: "1" },
		...{ TOOLS_FILE, LOG_LEVEL: "warn" },
	};
}

/** @returns the id of the answer */
async function ask(person: Person, db: Db): Promise<string> {
	const promptId = crypto.randomUUID();
	const fields = { intent: "ask", promptId, text: "Вопрос № 1" };
	const body = new URLSearchParams([...Object.entries(fields), ["tool", "s__echo"], ["tool", "s__pay"]]);
	const asked = await person.fetch("/chat", { method: "POST", body, headers: { Origin: person.url } });
	expect(asked.status).toBe(303);
	const row = db.selectFrom("answers").select("id").where("prompt_id", "=", promptId);
	return (await row.executeTakeFirstOrThrow()).id;
}

const read = (db: Db, id: string) =>
	db
		.selectFrom("answers")
		.select(["state", "text", "lease_owner", "attempts"])
		.where("id", "=", id)
		.executeTakeFirstOrThrow();
const heard = (name: string) => mcp.heard("tools/call").filter(({ params }) => params.name === name).length;

test.each([
	["s__echo", "echo", "done"],
	["s__pay", "pay", "unknown"],
])(
	"SIGTERM in the middle of %s with two servers on PostgreSQL: the other goes on at once",
	async (tool, name, state) => {
		const database = await emptyPostgres();
		ends.push(() => database.remove());
		const env = {
			...settings(),
			DATABASE_URL: database.url,
			SESSION_SECRET: "one secret for both of the servers, as it should be",
		};
		const leaving = await startInstance({ env });
		const staying = await startInstance({ env });
		ends.push(
			() => staying.stop("SIGKILL"),
			() => leaving.stop("SIGKILL"),
		);
		const db = await openDatabase(database.url);
		ends.push(() => db.destroy());
		model.otherwise = (reply) => callByRounds(reply, [[[tool, "дело"]]]);
		// The call takes as long as the server that asked lives.
		mcp.script.fault = "call-hangs";
		const anna = await new Person(leaving).register();
		const id = await ask(anna, db);
		await vi.waitFor(() => expect(heard(name)).toBe(1), PATIENCE);
		const { lease_owner: before } = await read(db, id);
		mcp.script.fault = "none";
		await leaving.stop("SIGTERM");
		// The lease was given up, not left to run out, and the hung call was left: nobody has to wait for anything.
		expect((await read(db, id)).lease_owner).not.toBe(before);
		await vi.waitFor(() => expect(mcp.left()).toBeGreaterThan(0), PATIENCE);
		await vi.waitFor(async () => expect((await read(db, id)).state).toBe("done"), PATIENCE);
		const call = await db.selectFrom("answer_calls").select(["state", "tries"]).executeTakeFirstOrThrow();
		expect([call.state, heard(name), call.tries]).toEqual([
			state,
			name === "echo" ? 2 : 1,
			name === "echo" ? 2 : 1,
		]);
		// An orderly stop is no failed attempt.
		expect((await read(db, id)).attempts).toBe(1);
		expect((await read(db, id)).text).toBe(`${textOfRound(1, 0)}\n\n${textOfRound(1, 1)}`);
	},
);

/** How often the call of each round is heard before it is answered: a kill each. So many rounds there may be at most. */
const HANGS = IS_FULL ? [2, 1, 2, 1, 2, 1, 1] : [1, 0, 2, 0, 1, 0, 0];

test("an answer of as many rounds as there may be, whose server is killed ten times in its calls, ends done", async () => {
	const rounds = HANGS.map((_, i): ScriptedCall[] => [["s__echo", `${i}`]]);
	model.otherwise = (reply) => callByRounds(reply, rounds);
	Object.defineProperty(mcp.script, "fault", {
		get() {
			const texts = mcp.heard("tools/call").map(({ params }) => params.arguments.text);
			const times = texts.filter((text) => text === texts.at(-1)).length;
			return times <= (HANGS[Number(texts.at(-1))] ?? 0) ? "call-hangs" : "none";
		},
	});
	const env = { ...settings(), DATA_DIR: folder };
	let server = await startInstance({ env });
	ends.push(() => server.stop("SIGKILL"));
	const db = await openDatabase(`sqlite:${join(folder, "sobesednik.db")}`);
	ends.push(() => db.destroy());
	const id = await ask(await new Person(server).register(), db);
	for (const [call, times] of HANGS.entries()) {
		for (let time = 1; time <= times; time++) {
			const hangs = () => mcp.heard("tools/call").filter(({ params }) => params.arguments.text === `${call}`);
			await vi.waitFor(() => expect(hangs()).toHaveLength(time), PATIENCE);
			await server.stop("SIGKILL");
			server = await startInstance({ env: { ...env, PORT: String(server.port) } });
		}
	}
	await vi.waitFor(async () => expect((await read(db, id)).state).not.toBe("writing"), PATIENCE);
	const whole = [...HANGS, 0].map((_, round) => textOfRound(1, round)).join("\n\n");
	expect(await read(db, id)).toMatchObject({ state: "done", text: whole });
	const calls = await db.selectFrom("answer_calls").select(["state", "tries"]).orderBy("round").execute();
	expect(calls).toEqual(HANGS.map((times) => ({ state: "done", tries: times + 1 })));
});
