import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openAiProvider } from "../../../../app/chat/providers/openai.server.ts";
import type { ProviderEvent } from "../../../../app/chat/providers/provider.server.ts";
import { streamCompletion } from "../../../../app/chat/providers/wire/stream-completion.server.ts";
import { type FakeModel, startFakeModel } from "../../../support/fakes/fake-model.ts";
import { stall } from "../../../support/stall.ts";

let model: FakeModel;
beforeEach(async () => {
	model = await startFakeModel();
});
afterEach(() => model.stop());

test("a stall of this process is no silence of the model: what has come meanwhile is read first", async () => {
	model.script(async (reply) => {
		await reply.stream(["до ", "после"], 20);
		reply.finish();
	});
	let text = "";
	const provider = openAiProvider(
		{ baseUrl: model.url, idleTimeoutMs: 500, firstPieceTimeoutMs: 60_000 },
		streamCompletion,
	);
	const { signal } = new AbortController();
	for await (const event of provider.stream({ model: "m", messages: [], user: "u" }, signal)) {
		if (event.kind !== "text") continue;
		if (text === "") stall(1_500);
		text += event.text;
	}
	expect(text).toBe("до после");
});

test("nor does it lose the usage that comes after the reason of the end", async () => {
	const usage = { prompt_tokens: 12, completion_tokens: 34, total_tokens: 46 };
	model.script(async (reply) => {
		reply.delta({ content: "готово" }, "stop");
		// The end is read in these turns, and its timer set.
		for (let turn = 0; turn < 5; turn++) await setImmediate();
		stall(1_500);
		reply.event({ choices: [], usage });
		reply.event("[DONE]");
		reply.end();
	});
	const provider = openAiProvider(
		{ baseUrl: model.url, idleTimeoutMs: 60_000, supportsUsage: true },
		streamCompletion,
	);
	const { signal } = new AbortController();
	let end: ProviderEvent | undefined;
	for await (const event of provider.stream({ model: "m", messages: [], user: "u" }, signal)) end = event;
	expect(end).toMatchObject({ usage: { promptTokens: 12, completionTokens: 34 } });
});
