import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { IS_FULL } from "../../support/extent.ts";
import type { McpFault } from "../../support/fakes/fake-mcp.ts";
import { startFakeMcp } from "../../support/fakes/fake-mcp-http.ts";
import { type FakeModel, startFakeModel } from "../../support/fakes/fake-model.ts";
import type { FakeReply, ToolCall } from "../../support/fakes/fake-model-reply.ts";
import { type Instance, startInstance } from "../../support/instance.ts";
import { Person } from "../../support/person.ts";
import { startPageServer, startTrap } from "../../tools/pages/page-server.ts";
import { conversationOf, ended, question } from "../files/uploads.ts";

/** Servers that do harm while the others serve, each under a key of its own. */
const FAULTS: McpFault[] = [
	// One that is silent is waited for ten seconds at the connection, and a minute at a call.
	...(IS_FULL ? (["hangs", "call-hangs"] as const) : []),
	...(["no-json", "huge", "dies", "many-tools", "endless-tools", "odd-tools", "deep-tools"] as const),
	...(["call-huge", "call-markup", "call-deep", "call-floods"] as const),
];

const folder = mkdtempSync(join(tmpdir(), "sobesednik-hostile-tools-"));
let instance: Instance;
let model: FakeModel;
let calm: Awaited<ReturnType<typeof startFakeMcp>>;
/** A server of the operator's own network whose pages lead to what nobody may reach. */
let pages: Awaited<ReturnType<typeof startPageServer>>;
let trap: Awaited<ReturnType<typeof startTrap>>;
/** What the server that dies does, until it is mended. */
const dead: { fault: McpFault }[] = [];
const stops: (() => unknown)[] = [];

beforeAll(async () => {
	model = await startFakeModel();
	calm = await startFakeMcp({ era: "modern", fault: "none" });
	trap = await startTrap();
	pages = await startPageServer((_, response) =>
		response.writeHead(302, { location: `http://127.0.0.1:${trap.port}/` }).end(),
	);
	const tools = { echo: { effect: "read", title: "Эхо" } };
	const servers = [
		{ key: "calm", title: "Исправный", url: calm.url, tools },
		{ key: "absent", title: "Которого нет", url: "http://127.0.0.1:9/", tools },
	];
	for (const fault of FAULTS) {
		const { url, stop, script } = await startFakeMcp({ era: "modern", fault });
		if (fault === "dies") dead.push(script);
		servers.push({ key: fault, title: fault, url, tools });
		stops.push(stop);
	}
	stops.push(calm.stop, model.stop, pages.stop, trap.stop);
	const TOOLS_FILE = join(folder, "tools.json");
	writeFileSync(TOOLS_FILE, JSON.stringify({ servers }));
	instance = await startInstance({
		env: {
			...{ MODEL_BASE_URL: model.url, MODELS: "test-model", MODEL_TITLES: "0" },
			...{ MODEL_TOOLS: "1", TOOLS_FILE, SEARXNG_URL: "http://127.0.0.1:9", READ_PAGE_HOSTS: pages.host },
		},
	});
});
afterAll(async () => {
	await instance?.stop();
	await Promise.all(stops.map((stop) => stop()));
	rmSync(folder, { recursive: true });
});
beforeEach(() => {
	calm.requests.length = 0;
	model.requests.length = 0;
});

type Request = { tools?: unknown[]; messages: { role: string; content: string }[] };
const asked = () => model.requests as unknown as Request[];

/** Answers where it is offered nothing to call. */
const callsForEver =
	(callsOf: (round: number) => ToolCall[]) =>
	async (reply: FakeReply): Promise<void> => {
		if ((reply.question as unknown as Request).tools) return reply.call(...callsOf(model.requests.length));
		await reply.stream("Вот что нашлось.");
		reply.finish();
	};

async function askWith(...tools: string[]): Promise<string> {
	const anna = await new Person(instance).register();
	const switches: [string, string][] = [
		["search", "1"],
		...tools.map((tool): [string, string] => ["tool", tool]),
	];
	return ended(anna, conversationOf(await anna.postFiles("/chat", question("Вопрос", [], switches))));
}

test("a model that calls for ever is asked eight times at most, the last time without tools, and the answer is done", async () => {
	model.otherwise = callsForEver((round) =>
		Array.from({ length: 3 }, (_, i) => ["calm__echo", { text: `${round}-${i}` }]),
	);
	const page = await askWith("calm__echo");
	expect(page).toMatch(/data-role="assistant" data-state="done"/);
	expect(page).toContain("Вот что нашлось.");
	expect(asked().length).toBeLessThanOrEqual(8);
	expect(asked().map(({ tools }) => tools !== undefined)).toEqual(
		asked().map((_, i) => i < asked().length - 1),
	);
	expect(calm.heard("tools/call").length).toBeLessThanOrEqual(16);
});

test("the same call again and again is heard twice", async () => {
	model.otherwise = callsForEver(() => [["calm__echo", { text: "одно и то же" }]]);
	expect(await askWith("calm__echo")).toMatch(/data-role="assistant" data-state="done"/);
	expect(calm.heard("tools/call")).toHaveLength(2);
});

test("beside servers that are absent, hostile or broken an answer is done, and nothing of theirs is markup", async () => {
	const names = ["calm", "absent", ...FAULTS].map((key) => `${key}__echo`);
	let offered: string[] = [];
	model.otherwise = async (reply) => {
		const { tools, messages } = reply.question as unknown as Request;
		if (!messages.some(({ role }) => role === "tool")) {
			offered = (tools as { function: { name: string } }[]).map((tool) => tool.function.name);
			return reply.call(...names.map((name): ToolCall => [name, { text: "да" }]));
		}
		await reply.stream("Готово.");
		reply.finish();
	};
	const page = await askWith(...names);
	expect(page).toMatch(/data-role="assistant" data-state="done"/);
	// What does not answer as it should is not offered; of 500 tools the one that the operator has listed is.
	expect(offered).toEqual(
		expect.arrayContaining(["calm__echo", "many-tools__echo", "deep-tools__echo", "call-markup__echo"]),
	);
	for (const key of ["absent", "no-json", "huge", "dies"]) expect(offered).not.toContain(`${key}__echo`);
	expect(page).toMatch(/data-tool="calm__echo" data-state="done"/);
	expect(page).toMatch(/data-tool="call-huge__echo" data-state="(?:failed|done)"/);
	expect(page).toMatch(/data-tool="call-floods__echo" data-state="failed"/);
	expect(page).not.toContain("<script>alert");
	expect((await fetch(`${instance.url}/health`)).status).toBe(200);

	// One that has died is back without a restart of anything of ours.
	for (const script of dead) script.fault = "none";
	await vi.waitFor(
		async () => {
			expect(await askWith("dies__echo")).toMatch(/data-state="done"/);
			expect(offered).toContain("dies__echo");
		},
		{ interval: 1_000 },
	);
});

/** A model that calls these at once, and then answers. */
function callsAtOnce(calls: ToolCall[]): void {
	model.otherwise = async (reply) => {
		const { messages } = reply.question as unknown as Request;
		if (!messages.some(({ role }) => role === "tool")) return reply.call(...calls);
		await reply.stream("Готово.");
		reply.finish();
	};
}

const resultsTold = () =>
	asked()
		.at(-1)
		?.messages.filter(({ role }) => role === "tool")
		.map(({ content }) => content) ?? [];

test("a model that is led to addresses inside reads none of them: the trap hears no connection", async () => {
	const hosts = [
		"127.0.0.1",
		"2130706433",
		"0x7f.1",
		"0177.0.0.1",
		"localhost",
		"[::1]",
		"[::ffff:127.0.0.1]",
	];
	const addresses = [
		...hosts.map((host) => `http://${host}:${trap.port}/`),
		...[
			`${pages.url}/leads-inside`,
			"file:///etc/passwd",
			"http://example.com:22/",
			"http://169.254.169.254/",
		],
		`http://a:b@127.0.0.1:${trap.port}/`,
	];
	callsAtOnce(addresses.map((url): ToolCall => ["read_page", { url }]));
	const page = await askWith();
	expect(page).toMatch(/data-role="assistant" data-state="done"/);
	expect(page.match(/data-tool="read_page" data-state="failed"/g)).toHaveLength(addresses.length);
	expect(resultsTold().join()).not.toContain("root:");
	expect(trap.connections()).toBe(0);
});

test("programs that never end, take all memory or want out end, and the next one runs", async () => {
	const programs = [
		"for (;;) {}",
		"/(a+)+$/.test('a'.repeat(40) + 'b')",
		"const a = []; for (;;) a.push(new Uint8Array(1e6))",
		"const f = () => f() + 1; f()",
		"import('fs').then((fs) => console.log(fs.readFileSync('/etc/passwd')))",
		"console.log.constructor.constructor('return process')().exit()",
	];
	callsAtOnce(programs.map((code): ToolCall => ["run_code", { code }]));
	const page = await askWith();
	expect(page).toMatch(/data-role="assistant" data-state="done"/);
	expect(page.match(/data-tool="run_code" data-state="(?:failed|done)"/g)).toHaveLength(programs.length);
	expect(resultsTold().join()).not.toContain("root:");
	callsAtOnce([["run_code", { code: "6 * 700" }]]);
	expect(await askWith()).toMatch(/data-tool="run_code" data-state="done"/);
	expect(resultsTold().join()).toContain("4200");
});
