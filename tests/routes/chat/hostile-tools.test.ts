import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { McpFault } from "../../support/fakes/fake-mcp.ts";
import { startFakeMcp } from "../../support/fakes/fake-mcp-http.ts";
import { type FakeModel, startFakeModel } from "../../support/fakes/fake-model.ts";
import type { FakeReply, ToolCall } from "../../support/fakes/fake-model-reply.ts";
import { type Instance, startInstance } from "../../support/instance.ts";
import { Person } from "../../support/person.ts";
import { conversationOf, ended, question } from "../files/uploads.ts";

/** Servers that do harm while the others serve, each under a key of its own. */
const FAULTS: McpFault[] = [
	...(["no-json", "huge", "dies", "many-tools", "odd-tools", "deep-tools"] as const),
	...(["call-huge", "call-markup", "call-deep", "call-floods"] as const),
];

const folder = mkdtempSync(join(tmpdir(), "sobesednik-hostile-tools-"));
let instance: Instance;
let model: FakeModel;
let calm: Awaited<ReturnType<typeof startFakeMcp>>;
const stops: (() => unknown)[] = [];

beforeAll(async () => {
	model = await startFakeModel();
	calm = await startFakeMcp({ era: "modern", fault: "none" });
	const tools = { echo: { effect: "read", title: "Эхо" } };
	const servers = [
		{ key: "calm", title: "Исправный", url: calm.url, tools },
		{ key: "absent", title: "Которого нет", url: "http://127.0.0.1:9/", tools },
	];
	for (const fault of FAULTS) {
		const { url, stop } = await startFakeMcp({ era: "modern", fault });
		servers.push({ key: fault, title: fault, url, tools });
		stops.push(stop);
	}
	stops.push(calm.stop, model.stop);
	const TOOLS_FILE = join(folder, "tools.json");
	writeFileSync(TOOLS_FILE, JSON.stringify({ servers }));
	instance = await startInstance({
		env: {
			...{ MODEL_BASE_URL: model.url, MODELS: "test-model", MODEL_TITLES: "0" },
			...{ MODEL_TOOLS: "1", TOOLS_FILE },
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
	const switches = tools.map((tool): [string, string] => ["tool", tool]);
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
});
