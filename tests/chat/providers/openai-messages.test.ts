import { afterAll, beforeAll, expect, test } from "vitest";
import { openAiProvider } from "../../../app/chat/providers/openai.server.ts";
import type { ChatMessage } from "../../../app/chat/providers/provider.server.ts";
import { toWireMessage, writeBody } from "../../../app/chat/providers/wire/openai-messages.server.ts";
import { type FakeModel, startFakeModel } from "../../support/fakes/fake-model.ts";

let model: FakeModel;
beforeAll(async () => {
	model = await startFakeModel();
});
afterAll(() => model.stop());

/** What the model's server receives. */
async function received(messages: ChatMessage[]): Promise<unknown> {
	const provider = openAiProvider({ baseUrl: model.url, idleTimeoutMs: 60_000 });
	const request = { model: "test-model", messages, user: "x" };
	for await (const event of provider.stream(request, new AbortController().signal))
		if (event.kind === "end") break;
	return model.requests.at(-1)?.messages;
}

const system: ChatMessage = { role: "system", content: "Отвечай кратко." };
const last: ChatMessage = { role: "user", content: "Вопрос" };

test("text alone is sent as a string, also where it comes in parts", async () => {
	const parts: ChatMessage = {
		role: "user",
		content: [
			{ type: "text", text: "Раз" },
			{ type: "text", text: "Два" },
		],
	};
	expect(await received([system, parts, last])).toEqual([
		system,
		{ role: "user", content: "Раз\nДва" },
		last,
	]);
});

test("an image is sent beside the text, in their order", () => {
	const url = "data:image/png;base64,AAAA";
	const content: ChatMessage["content"] = [
		{ type: "text", text: "Что это?" },
		{ type: "image", url },
	];
	expect(toWireMessage({ role: "user", content })).toEqual({
		role: "user",
		content: [
			{ type: "text", text: "Что это?" },
			{ type: "image_url", image_url: { url } },
		],
	});
});

test("the body with pictures is the JSON that it would be without the shorter way", () => {
	const picture = { type: "image" as const, url: `data:image/jpeg;base64,${"AbC+/=".repeat(1_000)}` };
	const other = { type: "image" as const, url: 'https://example.com/"a".png' };
	const text = { type: "text" as const, text: 'Кавычки " и \\ в тексте' };
	const messages: ChatMessage[] = [
		system,
		{ role: "user", content: [text, picture, other, picture] },
		{ role: "user", content: "Ещё" },
	];
	const rest = { model: "m", stream: true };
	expect(JSON.parse(Buffer.from(writeBody({ ...rest, messages }).bytes).toString())).toEqual({
		...rest,
		messages: messages.map((message) => toWireMessage(message)),
	});
});
