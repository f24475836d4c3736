import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { openAiProvider } from "../../../../app/chat/providers/openai.server.ts";
import {
	ModelRestarted,
	type Provider,
	type ProviderEvent,
} from "../../../../app/chat/providers/provider.server.ts";
import { BackgroundStreams } from "../../../../app/chat/providers/thread/background-streams.server.ts";
import { distributeStreams } from "../../../../app/chat/providers/thread/stream-model.server.ts";
import { streamCompletion } from "../../../../app/chat/providers/wire/stream-completion.server.ts";
import { log } from "../../../../app/platform/log.server.ts";
import { type FakeModel, startFakeModel } from "../../../support/fakes/fake-model.ts";
import { DEFAULT_ANSWER } from "../../../support/fakes/fake-model-text.ts";

let model: FakeModel;
beforeEach(async () => {
	model = await startFakeModel();
});
afterEach(() => model.stop());

function inBackground(options: ConstructorParameters<typeof BackgroundStreams>[0] = {}) {
	const background = new BackgroundStreams(options);
	onTestFinished(() => background.close());
	const stream = (...request: Parameters<typeof background.stream>) => background.stream(...request);
	return { background, stream };
}
const provider = (stream: Parameters<typeof openAiProvider>[1], baseUrl = model.url): Provider =>
	openAiProvider({ baseUrl, idleTimeoutMs: 20_000 }, stream);
const ask = (one: Provider, signal = new AbortController().signal) =>
	one.stream({ model: "m", messages: [{ role: "user", content: "Как дела?" }], user: "u" }, signal);

async function textOf(one: Provider): Promise<string> {
	let text = "";
	for await (const event of ask(one)) if (event.kind === "text") text += event.text;
	return text;
}

test("many at once, each with its own text and its own key", async () => {
	const { background, stream } = inBackground();
	model.otherwise = async (r) => {
		for (const word of String(r.question.model).repeat(20)) {
			await r.stream(word);
			await r.pause(1);
		}
		r.finish();
	};
	const asked = Array.from({ length: 30 }, async (_, i) => {
		const one = openAiProvider({ baseUrl: model.url, apiKey: `key-${i}`, idleTimeoutMs: 20_000 }, stream);
		let text = "";
		const request = { model: `м${i}`, messages: [{ role: "user" as const, content: "?" }], user: "u" };
		for await (const event of one.stream(request, new AbortController().signal))
			if (event.kind === "text") text += event.text;
		return text;
	});
	expect(await Promise.all(asked)).toEqual(asked.map((_, i) => `м${i}`.repeat(20)));
	const keys = new Set(model.headers.map(({ authorization }) => authorization));
	expect(keys).toEqual(new Set(asked.map((_, i) => `Bearer key-${i}`)));
	expect(background.count).toBe(0);
});

test("a thread that ends in mid-answer breaks off its answers after what was said, and is not used for a while", async () => {
	const logged = vi.spyOn(log, "error").mockImplementation(() => {});
	onTestFinished(() => logged.mockRestore());
	const { background } = inBackground({ program: "tests/chat/providers/thread/ending-thread.ts" });
	const stream = distributeStreams(background, { mostHere: 0, idle: { count: 1 } });
	const said: string[] = [];
	const broken = (async () => {
		for await (const event of ask(provider(stream)))
			said.push(event.kind === "text" ? event.text : event.kind);
	})();
	await expect(broken).rejects.toThrow(ModelRestarted);
	expect(said).toEqual(["Начало "]);
	expect(background.works).toBe(false);
	expect(logged).toHaveBeenCalledOnce();
	// The next one is read here.
	expect(await textOf(provider(stream))).toBe(DEFAULT_ANSWER);
});

test("few streams are read in this thread, and all where the machine has no core without work", async () => {
	const { background } = inBackground();
	const few = provider(distributeStreams(background, { mostHere: 1, idle: { count: 1 } }));
	model.script("hang");
	const controller = new AbortController();
	const first = Array.fromAsync(ask(few, controller.signal));
	await expect.poll(() => model.requests.length).toBe(1);
	expect(background.count).toBe(0);
	model.script("hang");
	const second = Array.fromAsync(ask(few, controller.signal));
	await expect.poll(() => model.requests.length).toBe(2);
	expect(background.count).toBe(1);
	const busy = provider(distributeStreams(background, { mostHere: 0, idle: { count: 0.1 } }));
	expect(await textOf(busy)).toBe(DEFAULT_ANSWER);
	expect(background.count).toBe(1);
	controller.abort("stop");
	expect(await Promise.all([first, second])).toEqual([[], []]);
	await expect.poll(() => model.abortedCount).toBe(2);
});

/** A model that writes without end, as fast as it is read. */
async function endlessModel() {
	let written = 0;
	const line = `data: ${JSON.stringify({ choices: [{ delta: { content: "слово ".repeat(1_000) } }] })}\n\n`;
	const server = createServer((request, response) => {
		request.resume();
		const go = () => {
			do written += line.length;
			while (!response.destroyed && response.write(line));
		};
		response.on("drain", go);
		go();
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return { url, written: () => written };
}

test("a reader that is slow stops its model, and no other", async () => {
	const { stream } = inBackground();
	const endless = await endlessModel();
	const controller = new AbortController();
	const slow = ask(provider(stream, endless.url), controller.signal)[Symbol.asyncIterator]();
	expect((await slow.next()).value).toMatchObject({ kind: "text" });
	let before = -1;
	await expect
		.poll(
			() => {
				const stands = before === endless.written();
				before = endless.written();
				return stands;
			},
			{ interval: 300 },
		)
		.toBe(true);
	// What waits for its reader in the server, in the thread and in the buffers of two sockets.
	expect(before).toBeLessThan(16 * 1024 * 1024);
	expect(await textOf(provider(stream))).toBe(DEFAULT_ANSWER);
	// It reads on, and the model goes on.
	let read = 0;
	while (read <= before) {
		const { value } = await slow.next();
		if (value?.kind === "text") read += value.text.length * 2;
	}
	expect(endless.written()).toBeGreaterThan(before);
	controller.abort("stop");
	expect(await slow.next()).toEqual({ done: true, value: undefined });
});

/** A model that says one word to each question, and then nothing more. */
async function silentModel() {
	const server = createServer((request, response) => {
		request.resume().on("end", () => response.write('data: {"choices":[{"delta":{"content":"да"}}]}\n\n'));
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Bytes of this thread that are in use, in its heap and outside. */
function usedMemory(): number {
	setFlagsFromString("--expose-gc");
	runInNewContext("gc")();
	const { heapUsed, external } = process.memoryUsage();
	return heapUsed + external;
}

test.each([
	["in the thread", () => inBackground().stream],
	["in this one", () => streamCompletion],
])("long questions take no memory while they are answered %s", async (_, streamOf) => {
	// The first ones are silent until the last one is asked.
	const one = openAiProvider({ baseUrl: await silentModel(), idleTimeoutMs: 600_000 }, streamOf());
	const controller = new AbortController();
	const content = "слово ".repeat(1_000_000);
	const before = usedMemory();
	const readers: AsyncIterator<ProviderEvent>[] = [];
	while (readers.length < 30) {
		const request = { model: "m", messages: [{ role: "user" as const, content }], user: "u" };
		const reader = one.stream(request, controller.signal)[Symbol.asyncIterator]();
		readers.push(reader);
		expect((await reader.next()).value).toMatchObject({ kind: "text", text: "да" });
	}
	expect(usedMemory() - before).toBeLessThan(60 * 1024 * 1024);
	// The thread, which has 256 MB, still reads them.
	const ends = readers.map((reader) => reader.next());
	controller.abort("stop");
	for (const end of ends) expect(await end).toEqual({ done: true, value: undefined });
});

test("a thread without streams ends, and another is started", async () => {
	const { stream } = inBackground({ idleMs: 50 });
	let connections = 0;
	const server = createServer((request, response) => {
		request.resume().on("end", () => {
			response.end(
				'data: {"choices":[{"delta":{"content":"да"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n',
			);
		});
	});
	server.keepAliveTimeout = 0;
	let open = 0;
	server.on("connection", (socket) => {
		connections++;
		open++;
		socket.on("close", () => open--);
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	onTestFinished(() => void server.close());
	const one = provider(stream, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
	expect(await textOf(one)).toBe("да");
	// Its kept connection goes with it.
	await expect.poll(() => open).toBe(0);
	expect(await textOf(one)).toBe("да");
	expect(connections).toBe(2);
});
