import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import { openDatabase } from "../../../app/platform/db/connection.server.ts";
import type { McpFault } from "../../../tests/support/fakes/fake-mcp.ts";
import { startFakeMcp } from "../../../tests/support/fakes/fake-mcp-http.ts";
import { type FakeModel, startFakeModel } from "../../../tests/support/fakes/fake-model.ts";
import { type Instance, startInstance } from "../../../tests/support/instance.ts";
import { Person } from "../../../tests/support/person.ts";
import { startPageServer } from "../../../tests/tools/pages/page-server.ts";
import { memoryMb } from "../support/processes.ts";
import { modelled } from "../support/site.ts";
import { type Figure, round } from "../support/table.ts";

const TOKEN = "bench";
/** The rate limit of a person is lower, so each asks a few times. */
const QUESTIONS_OF_ONE = 15;
/** Harmless calls before anything is measured: what a first call loads is not what a hostile one takes. */
const WARM = 5;
const MB = 1024 ** 2;

const FAULTS: McpFault[] = [
	"hangs",
	"no-json",
	"huge",
	"dies",
	"many-tools",
	"endless-tools",
	"odd-tools",
	"deep-tools",
	"call-hangs",
	"call-huge",
	"call-dies",
	"call-error",
	"call-odd",
	"call-markup",
	"call-deep",
	"call-floods",
];

const html = (body: string) => (response: ServerResponse) =>
	response.writeHead(200, { "content-type": "text/html" }).end(body);

const PAGES: Record<string, (response: ServerResponse) => void> = {
	bomb: (response) =>
		response.writeHead(200, { "content-type": "text/html", "content-encoding": "gzip" }).end(BOMB),
	endless(response) {
		response.writeHead(200, { "content-type": "text/html" });
		const chunk = Buffer.alloc(256 * 1024, "<p>текст</p>");
		const more = () => {
			while (!response.destroyed && response.write(chunk));
			if (!response.destroyed) response.once("drain", more);
		};
		more();
	},
	silent: () => {},
	circle: (response) => response.writeHead(302, { location: "/circle" }).end(),
	nested: html(`${"<div>".repeat(100_000)}в глубине`),
	brackets: html("<".repeat(2_000_000)),
	attributes: html(`<p ${"a=1 ".repeat(450_000)}>`),
	entities: html("&lt".repeat(600_000)),
	rows: html("<table>".repeat(400) + "<tr><td>".repeat(200_000)),
};
const BOMB = gzipSync(Buffer.alloc(256 * MB));

const CODES = [
	"for (;;) {}",
	"const f = () => { Promise.resolve().then(f); }; f()",
	"/(a+)+$/.test('a'.repeat(40) + 'b')",
	"Array.from({ length: 5e5 }, (_, i) => i).sort(() => { for (;;); })",
	"const a = []; for (;;) a.push(new Uint8Array(1e6))",
	"let s = 'a'; for (;;) s += s",
	"const a = []; for (;;) a.push({ a })",
	"const f = () => f() + 1; f()",
	"for (;;) try { for (;;) {} } catch {}",
	"import('fs').then((fs) => fs.readFileSync('/etc/passwd'))",
	"console.log.constructor.constructor('return process')().exit()",
	"for (let i = 0; i < 1e5; i++) console.log('строка '.repeat(20))",
];

/**
 * Measures the cost of hostile MCP servers, pages and programs that a model calls: time, memory, the server's event
 * loop.
 */
export async function measureHostileTools(): Promise<Figure[]> {
	const folder = mkdtempSync(join(tmpdir(), "sobesednik-bench-hostile-"));
	const model = await startFakeModel();
	const pages = await startPageServer(({ url = "" }, response) => PAGES[url.slice(1)]?.(response));
	const servers = await Promise.all(
		(["none", ...FAULTS] as const).map(async (fault) => ({
			key: fault,
			...(await startFakeMcp({ era: "modern", fault })),
		})),
	);
	const TOOLS_FILE = join(folder, "tools.json");
	const tools = { echo: { effect: "read", title: "Эхо" } };
	const listed = servers.map(({ key, url }) => ({ key, title: key, url, tools }));
	writeFileSync(TOOLS_FILE, JSON.stringify({ servers: listed }));
	const instance = await startInstance({
		env: {
			...modelled(model),
			...{ MODEL_TOOLS: "1", SEARXNG_URL: "http://127.0.0.1:9", TOOLS_FILE },
			...{ READ_PAGE_HOSTS: pages.host, METRICS_TOKEN: TOKEN },
		},
	});
	const db = await openDatabase(`sqlite:${instance.dataDir}/sobesednik.db`);
	const caller = new Caller(instance, model, db);
	try {
		return [
			...(await measure("hostile MCP servers", { seconds: "60", memory: "20" }, caller, {
				calm: Array.from({ length: WARM }, () => mcpCall("none")),
				hostile: FAULTS.map(mcpCall),
			})),
			...(await measure("read_page of hostile pages", { seconds: "10", memory: "50" }, caller, {
				calm: Array.from({ length: WARM }, () => ["read_page", { url: `${pages.url}/circle` }, []]),
				hostile: Object.keys(PAGES).map((name) => ["read_page", { url: `${pages.url}/${name}` }, []]),
			})),
			...(await measure("run_code of hostile programs", { seconds: "3", memory: "90" }, caller, {
				calm: Array.from({ length: WARM }, () => ["run_code", { code: "1 + 1" }, []]),
				hostile: CODES.map((code) => ["run_code", { code }, []]),
			})),
		];
	} finally {
		await db.destroy();
		await instance.stop();
		await Promise.all([model.stop(), pages.stop(), ...servers.map((server) => server.stop())]);
		rmSync(folder, { recursive: true, force: true });
	}
}

/** A tool, what it is called with, and the operator's tools that the question switches on. */
type Call = [name: string, args: object, switches: string[]];

const mcpCall = (key: string): Call => [`${key}__echo`, { text: "да" }, [`${key}__echo`]];

async function measure(
	what: string,
	bars: { seconds: string; memory: string },
	caller: Caller,
	{ calm, hostile }: { calm: Call[]; hostile: Call[] },
): Promise<Figure[]> {
	await caller.make(calm);
	const quiet = await caller.make(calm);
	const worst = await caller.make(hostile);
	return [
		{
			what: `${hostile.length} ${what}: the longest call, s`,
			measured: round(worst.callMs / 1_000),
			bar: bars.seconds,
			limit: `${round(quiet.callMs / 1_000)} (harmless ones)`,
		},
		{
			what: "… most memory of the server in one of them, MB more than before it",
			measured: round(worst.moreMb),
			bar: bars.memory,
			limit: `${round(quiet.moreMb)} (harmless ones)`,
		},
		{
			what: "… longest hold of the event loop, ms",
			measured: round(worst.holdMs, 0),
			bar: "50",
			limit: `${round(quiet.holdMs, 0)} (harmless ones)`,
		},
	];
}

/** Has a model make calls, each in an answer of its own, and watches the server meanwhile. */
class Caller {
	readonly #instance: Instance;
	readonly #model: FakeModel;
	readonly #db: Db;
	#person: Person | undefined;
	#asked = 0;

	constructor(instance: Instance, model: FakeModel, db: Db) {
		this.#instance = instance;
		this.#model = model;
		this.#db = db;
	}

	/**
	 * @returns of each call the most: how long it took, how much more memory the server held than at its beginning
	 * @throws when an answer does not end as done
	 */
	async make(calls: Call[]): Promise<{ callMs: number; moreMb: number; holdMs: number }> {
		const pid = this.#instance.process.pid ?? 0;
		await this.#longestHold();
		let [callMs, moreMb, before, mostMb] = [0, 0, 0, 0];
		const watch = setInterval(() => {
			mostMb = Math.max(mostMb, memoryMb(pid));
		}, 5);
		for (const call of calls) {
			// Registering hashes a password, which takes 19 MB: it is no part of a call.
			if (this.#asked++ % QUESTIONS_OF_ONE === 0) this.#person = await new Person(this.#instance).register();
			before = mostMb = memoryMb(pid);
			const ms = await this.#answer(call);
			const mb = mostMb - before;
			console.error(`${call[0]} ${JSON.stringify(call[1]).slice(0, 60)}: ${ms} ms, ${round(mb)} MB more`);
			callMs = Math.max(callMs, ms);
			moreMb = Math.max(moreMb, mb);
		}
		clearInterval(watch);
		return { callMs, moreMb, holdMs: await this.#longestHold() };
	}

	async #answer([name, args, switches]: Call): Promise<number> {
		if (!this.#person) throw new Error("nobody asks");
		this.#model.script((reply) => reply.call([name, args]));
		const asked = await this.#person.postFiles("/chat", [
			["intent", "ask"],
			["promptId", crypto.randomUUID()],
			["text", "Вопрос"],
			["search", "1"],
			...switches.map((tool): [string, string] => ["tool", tool]),
		]);
		const conversation = /\?c=([\w-]+)/.exec(asked.headers.get("Location") ?? "")?.[1] ?? "";
		for (;;) {
			const answer = await this.#db
				.selectFrom("answers")
				.select(["id", "state"])
				.where("conversation_id", "=", conversation)
				.executeTakeFirstOrThrow();
			if (answer.state === "done") return this.#msOf(answer.id);
			if (answer.state !== "writing") throw new Error(`${name}: the answer is ${answer.state}`);
			await wait(20);
		}
	}

	async #msOf(answerId: string): Promise<number> {
		const calls = await this.#db
			.selectFrom("answer_calls")
			.select(["started_at", "ended_at"])
			.where("answer_id", "=", answerId)
			.execute();
		return Math.max(...calls.map((call) => (call.ended_at ?? 0) - (call.started_at ?? call.ended_at ?? 0)));
	}

	/** In milliseconds, since the last reading. */
	async #longestHold(): Promise<number> {
		const headers = { Authorization: `Bearer ${TOKEN}` };
		const metrics = await (await fetch(`${this.#instance.url}/metrics`, { headers })).text();
		const [, seconds] = /delay_seconds\{quantile="1"\} (\S+)/.exec(metrics) ?? [];
		return Number(seconds) * 1_000;
	}
}
