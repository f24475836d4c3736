import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { startFakeMcp } from "../../../tests/support/fakes/fake-mcp-http.ts";
import { type FakeModel, startFakeModel } from "../../../tests/support/fakes/fake-model.ts";
import { type Instance, startInstance } from "../../../tests/support/instance.ts";
import { Person } from "../../../tests/support/person.ts";
import { memoryMb } from "../support/processes.ts";
import { modelled } from "../support/site.ts";
import { type Figure, median, round } from "../support/table.ts";

const ROUNDS = 60;
/** The rate limit of a person is lower, so each asks a few times. */
const QUESTIONS_OF_ONE = 15;

/**
 * Measures the cost of tools where no model calls them: two servers, one with a search and two MCP servers configured
 * and switched on in each question, are asked alternately and then left idle.
 */
export async function measureWithTools(idleSeconds = 30): Promise<Figure[]> {
	const folder = mkdtempSync(join(tmpdir(), "sobesednik-bench-tools-"));
	const model = await startFakeModel();
	const servers = [
		await startFakeMcp({ era: "modern", fault: "none" }),
		await startFakeMcp({ era: "legacy", fault: "none" }),
	];
	const TOOLS_FILE = join(folder, "tools.json");
	const tools = { echo: { effect: "read", title: "Эхо" } };
	const listed = servers.map(({ url }, i) => ({ key: `s${i}`, title: "Сервер", url, tools }));
	writeFileSync(TOOLS_FILE, JSON.stringify({ servers: listed }));
	const configured = { MODEL_TOOLS: "1", SEARXNG_URL: "http://127.0.0.1:9", TOOLS_FILE };
	const without = await startInstance({ env: modelled(model) });
	const withTools = await startInstance({ env: { ...modelled(model), ...configured } });
	try {
		const idle = { without: 0, withTools: 0 };
		await wait(idleSeconds * 1_000);
		idle.without = memoryMb(without.process.pid ?? 0);
		idle.withTools = memoryMb(withTools.process.pid ?? 0);
		const plain = new Asker(without, model, []);
		const switches: [string, string][] = [
			["search", "1"],
			...listed.map(({ key }): [string, string] => ["tool", `${key}__echo`]),
		];
		const tooled = new Asker(withTools, model, switches);
		for (let i = 0; i < ROUNDS; i++) {
			await plain.ask();
			await tooled.ask();
		}
		if (tooled.offered < 5) throw new Error(`only ${tooled.offered} tools were offered`);
		return [
			{
				what: `first piece with ${tooled.offered} tools on, median of ${ROUNDS}, ms more than without`,
				measured: round(median(tooled.shown) - median(plain.shown), 2),
				bar: "1",
				limit: `${round(median(plain.shown))} (without)`,
			},
			{
				what: "… from the press to the request at the model's server, ms more than without",
				measured: round(median(tooled.heard) - median(plain.heard), 2),
				bar: "1",
				limit: `${round(median(plain.heard))} (without)`,
			},
			{
				what: `memory, idle for ${idleSeconds} s, with a search and two MCP servers configured, MB more than without`,
				measured: round(idle.withTools - idle.without),
				bar: "10",
				limit: `${round(idle.without, 0)} (without)`,
			},
		];
	} finally {
		await Promise.all([without.stop(), withTools.stop()]);
		await Promise.all([model.stop(), ...servers.map((server) => server.stop())]);
		rmSync(folder, { recursive: true, force: true });
	}
}

/** Asks one server and takes the times, in milliseconds. */
class Asker {
	readonly #instance: Instance;
	readonly #model: FakeModel;
	readonly #switches: [string, string][];
	#person: Person | undefined;
	#asked = 0;
	/** How many tools the model was offered last. */
	offered = 0;
	/** From the press to the request at the model's server, and from its first piece to the reader's. */
	readonly heard: number[] = [];
	readonly shown: number[] = [];

	constructor(instance: Instance, model: FakeModel, switches: [string, string][]) {
		this.#instance = instance;
		this.#model = model;
		this.#switches = switches;
	}

	async ask(): Promise<void> {
		if (this.#asked++ % QUESTIONS_OF_ONE === 0) this.#person = await new Person(this.#instance).register();
		const person = this.#person;
		if (!person) throw new Error("nobody asks");
		let [heardAt, saidAt] = [0, 0];
		this.#model.script(async (reply) => {
			heardAt = performance.now();
			this.offered = (reply.question as unknown as { tools?: unknown[] }).tools?.length ?? 0;
			// The reader is connected by then.
			await reply.pause(150);
			saidAt = performance.now();
			await reply.stream("Слово. ");
			reply.finish();
		});
		const fields: [string, string][] = [
			["intent", "ask"],
			["promptId", crypto.randomUUID()],
			["text", "Вопрос"],
		];
		const body = new URLSearchParams([...fields, ...this.#switches]);
		const pressedAt = performance.now();
		const asked = await person.fetch("/chat", { method: "POST", body, headers: { Origin: person.url } });
		const page = await (await person.fetch(asked.headers.get("Location") ?? "")).text();
		const [, answerId] = /data-message-id="([\w-]+)" data-role="assistant"/.exec(page) ?? [];
		const stream = await person.fetch(`/chat/events?answer=${answerId}`);
		let text = "";
		for await (const chunk of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) {
			text += chunk;
			if (!/event: patch/.test(text)) continue;
			this.shown.push(performance.now() - saidAt);
			this.heard.push(heardAt - pressedAt);
			return;
		}
		throw new Error(`the stream ended without a piece: ${text.slice(0, 200)}`);
	}
}
