import { afterEach, expect, test, vi } from "vitest";
import { readFiles } from "../../app/routes/chat/live/file-states.ts";
import { readStates } from "../../app/routes/documents/list/use-reading.ts";

afterEach(() => vi.unstubAllGlobals());

const html = { headers: { "Content-Type": "text/html" } };

test.each([
	["the composer and the transcript", (id: string) => readFiles([id])],
	["the list of documents", (id: string) => readStates(id, new AbortController().signal)],
])(
	"%s: a page of a network that wants to be signed in to is no answer, and the next question is asked",
	async (_, ask) => {
		const answers = [
			new Response("<!doctype html><title>Гостиница</title>", html),
			new Response('{"portal":"https://sign-in.example/"}'),
			new Response("null"),
			new Response("", { status: 503 }),
			new Response('{"files":[]}'),
		];
		const asked: string[] = [];
		vi.stubGlobal("fetch", async (address: string) => {
			asked.push(address);
			return answers.shift() ?? Promise.reject(new TypeError("fetch failed"));
		});
		const said = [];
		for (let i = 0; i < 6; i++) said.push(await ask("a"));
		expect(said).toEqual([null, null, null, null, [], null]);
		expect(asked).toEqual(Array(6).fill("/chat/files?id=a"));
	},
);
