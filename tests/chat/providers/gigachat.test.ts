import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import {
	type GigaChatSettings,
	gigaChatProvider,
} from "../../../app/chat/providers/gigachat/gigachat.server.ts";
import {
	type ChatMessage,
	type OfferedTool,
	type Provider,
	ProviderError,
	type ProviderEvent,
} from "../../../app/chat/providers/provider.server.ts";
import { gigaCall, STATE, startFakeGigaChat } from "../../support/fakes/fake-gigachat.ts";
import { json, switchProtocols } from "../../support/fakes/http-fake.ts";

const MINUTE = 60_000;
const SECRET = "b3VyLWNsaWVudC1zZWNyZXQ";
const CREDENTIALS = Buffer.from(`0199-client:${SECRET}`).toString("base64");
const ASKED: ChatMessage[] = [
	{ role: "system", content: "Отвечай кратко." },
	{ role: "user", content: "Привет" },
];
const WEATHER: OfferedTool = {
	name: "weather",
	description: "Погода",
	parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
};

let fake: Awaited<ReturnType<typeof startFakeGigaChat>>;
let now = 0;
beforeEach(async () => {
	now = 1_000_000;
	fake = await startFakeGigaChat();
});
afterEach(() => fake.stop());

const settingsOf = (more: Partial<GigaChatSettings> = {}): GigaChatSettings => ({
	...fake.settings,
	credentials: CREDENTIALS,
	scope: "GIGACHAT_API_B2B",
	idleTimeoutMs: 60_000,
	...more,
});
const provider = (more: Partial<GigaChatSettings> = {}) => gigaChatProvider(settingsOf(more), () => now);

type Options = { messages?: ChatMessage[]; tools?: OfferedTool[]; signal?: AbortSignal };

async function say(from: Provider, { messages = ASKED, tools, signal }: Options = {}) {
	const request = { model: "GigaChat-2-Max", messages, user: "u-1", tools };
	let text = "";
	let end: Extract<ProviderEvent, { kind: "end" }> | undefined;
	for await (const event of from.stream(request, signal ?? new AbortController().signal)) {
		if (event.kind === "text") text += event.text;
		if (event.kind === "end") end = event;
	}
	return { text, end };
}
const questionOf = (i: number) => fake.asked[i]?.question ?? {};
const failure = (said: Promise<unknown>) =>
	said.then(
		() => "none",
		(error: unknown) => (error instanceof ProviderError ? `${error.code} ${error.detail}` : String(error)),
	);

describe("a token", () => {
	test("is asked for with the key, a number of the request and the scope, and then carried by the question", async () => {
		expect((await say(provider())).text).toBe("Привет, мир");
		const [token] = fake.tokenRequests;
		expect(token?.headers).toMatchObject({
			authorization: `Basic ${CREDENTIALS}`,
			"content-type": "application/x-www-form-urlencoded",
		});
		expect(token?.headers.rquid).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
		expect([token?.method, token?.body]).toEqual(["POST", "scope=GIGACHAT_API_B2B"]);
		expect(fake.asked[0]?.headers.authorization).toBe("Bearer token.1");
		expect(fake.asked[0]?.question).toEqual({ model: "GigaChat-2-Max", messages: ASKED, stream: true });
	});

	test("is asked for once by two questions that come at the same time, and then kept", async () => {
		const giga = provider();
		await Promise.all([say(giga), say(giga)]);
		await say(giga);
		expect([fake.tokenRequests.length, fake.asked.length]).toEqual([1, 3]);
	});

	test("is replaced after 25 of its 30 minutes, and holds on where there is no new one", async () => {
		// Its end is told by this clock: a stall between the two would be taken off its life.
		vi.useFakeTimers({ toFake: ["Date"] });
		onTestFinished(() => void vi.useRealTimers());
		const giga = provider();
		await say(giga);
		now += 25 * MINUTE - 1_000;
		await say(giga);
		expect(fake.tokenRequests).toHaveLength(1);
		now += 2_000;
		fake.state.giveToken = (_, response) => json(response, 503, { message: "later" });
		await say(giga);
		expect(fake.asked.at(-1)?.headers.authorization).toBe("Bearer token.1");
		now += 6 * MINUTE;
		expect(await failure(say(giga))).toMatch(/^unreachable HTTP 503/);
		fake.state.giveToken = undefined;
		await say(giga);
		expect(fake.asked.at(-1)?.headers.authorization).toBe(`Bearer token.${fake.tokenRequests.length}`);
	});

	test("that ends before its time is replaced once, by all questions together", async () => {
		const giga = provider();
		await say(giga);
		fake.revoke("token.1");
		const both = await Promise.all([say(giga), say(giga)]);
		expect(both.map(({ text }) => text)).toEqual(["Привет, мир", "Привет, мир"]);
		expect(fake.tokenRequests).toHaveLength(2);
		for (const n of [2, 3]) fake.revoke(`token.${n}`);
		expect(await failure(say(giga))).toMatch(/^refused HTTP 401/);
		expect(fake.tokenRequests).toHaveLength(3);
	});

	test("is not given by a server that switches to another protocol", async () => {
		fake.state.giveToken = (_, response) => switchProtocols(response);
		expect(await failure(say(provider()))).toBe("unreachable EPROTO");
	});

	test("whose end comes in seconds, or is missing, is a token all the same", async () => {
		for (const body of [
			{ access_token: "token.7", expires_at: Math.ceil(Date.now() / 1_000) + 1_800 },
			{ access_token: "token.7" },
		]) {
			const before = fake.tokenRequests.length;
			fake.state.giveToken = (_, response) => json(response, 200, body);
			const giga = provider();
			await say(giga);
			now += 24 * MINUTE;
			await say(giga);
			expect(fake.tokenRequests).toHaveLength(before + 1);
		}
	});

	test("is not waited for by who has left; the others get it", async () => {
		let give = () => {};
		fake.state.giveToken = (_, response) => {
			give = () => json(response, 200, { access_token: "token.1" });
		};
		const giga = provider();
		const left = new AbortController();
		const [first, second] = [say(giga, { signal: left.signal }), say(giga)];
		await expect.poll(() => fake.tokenRequests.length).toBe(1);
		left.abort();
		expect(await first).toEqual({ text: "", end: undefined });
		give();
		expect((await second).text).toBe("Привет, мир");
		expect([fake.tokenRequests.length, fake.asked.length]).toEqual([1, 1]);
	});

	test("that is refused says so without the key or its secret", async () => {
		fake.state.giveToken = (request, response) =>
			json(response, 401, {
				code: 4,
				message: `credentials doesn't match: ${request.headers.authorization} ${SECRET}`,
			});
		const said = await failure(say(provider()));
		expect(said).toMatch(/^refused HTTP 401/);
		for (const secret of [CREDENTIALS, SECRET]) expect(said).not.toContain(secret);
		fake.state.giveToken = (_, response) => json(response, 200, {});
		expect(await failure(say(provider()))).toMatch(/^malformed/);
	});
});

describe("functions", () => {
	test("are called one at a time, with arguments as an object; what it gave goes back as it came", async () => {
		fake.script(() => gigaCall("weather", { city: "Казань" }, "Смотрю."));
		const giga = provider();
		const { text, end } = await say(giga, { tools: [WEATHER] });
		expect(text).toBe("Смотрю.");
		expect(fake.asked[0]?.question).toMatchObject({ functions: [WEATHER], function_call: "auto" });
		expect(fake.asked[0]?.question).not.toHaveProperty("tools");
		expect(end?.usage).toEqual({ promptTokens: 278, completionTokens: 35 });
		const [called] = end?.asked?.calls ?? [];
		expect(called).toMatchObject({ name: "weather", arguments: '{"city":"Казань"}' });

		const calls = end?.asked?.message ?? {};
		await say(giga, {
			tools: [WEATHER],
			messages: [
				...ASKED,
				{ role: "assistant", content: JSON.stringify(calls), calls },
				{ role: "tool", content: "Тепло: «+20»\n", callId: called?.id ?? "" },
			],
		});
		expect(fake.asked[1]?.question.messages).toEqual([
			...ASKED,
			{
				role: "assistant",
				content: "Смотрю.",
				function_call: { name: "weather", arguments: { city: "Казань" } },
				functions_state_id: STATE,
			},
			{ role: "function", name: "weather", content: JSON.stringify({ result: "Тепло: «+20»\n" }) },
		]);
	});

	test("of several calls, and with arguments that nobody can read, become messages one after another", async () => {
		const call = (id: string, name: string, args: string) => ({
			id,
			type: "function",
			function: { name, arguments: args },
		});
		const calls = {
			role: "assistant",
			content: null,
			tool_calls: [call("1", "weather", '{"city":"Уфа"}'), call("2", "time", "{")],
		};
		await say(provider(), {
			messages: [
				...ASKED,
				{ role: "assistant", content: "", calls },
				{ role: "tool", content: "а", callId: "1" },
				{ role: "tool", content: "б", callId: "2" },
				{
					role: "assistant",
					content: "",
					wire: { content: "Итог", reasoning_content: "Думаю", reasoning: "нет" },
				},
			],
		});
		expect((questionOf(0).messages as unknown[]).slice(2)).toEqual([
			{ role: "assistant", content: "", function_call: { name: "weather", arguments: { city: "Уфа" } } },
			{ role: "function", name: "weather", content: '{"result":"а"}' },
			{ role: "assistant", content: "", function_call: { name: "time", arguments: {} } },
			{ role: "function", name: "time", content: '{"result":"б"}' },
			{ role: "assistant", content: "Итог", reasoning_content: "Думаю" },
		]);
	});

	test("have names of letters there, and ours here", async () => {
		const tools = ["notes-1__add", "notes-2__add", "search_web"].map((name) => ({ ...WEATHER, name }));
		fake.script(({ question }) => gigaCall((question.functions as { name: string }[])[1]?.name ?? "", {}));
		const { end } = await say(provider(), { tools });
		const names = (questionOf(0).functions as { name: string }[]).map(({ name }) => name);
		expect(names.every((name) => /^[A-Za-z_]+$/.test(name))).toBe(true);
		expect([new Set(names).size, names[2]]).toEqual([3, "search_web"]);
		expect(end?.asked?.calls.map(({ name }) => name)).toEqual(["notes-2__add"]);
		expect(JSON.stringify(end?.asked?.message)).toContain('"name":"notes-2__add"');
	});

	test("a stream in single bytes gives the same call", async () => {
		fake.state.byteByByte = true;
		fake.script(() => gigaCall("weather", { city: "Казань" }));
		const { end } = await say(provider(), { tools: [WEATHER] });
		expect(end?.asked?.calls).toMatchObject([{ name: "weather", arguments: '{"city":"Казань"}' }]);
	});
});

test("how long to reason is its `reasoning_effort`; the words of a refusal are those of other servers", async () => {
	const request = {
		model: "GigaChat-2-Max",
		messages: ASKED,
		user: "u",
		effort: { value: "high", longer: true },
	};
	fake.script(() => ({
		status: 422,
		body: { status: 422, message: "Invalid params: reasoning_effort is unknown" },
	}));
	const asking = Array.fromAsync(provider().stream(request, new AbortController().signal));
	expect(await failure(asking)).toMatch(/^effort-refused/);
	expect(fake.asked[0]?.question.reasoning_effort).toBe("high");
	fake.script(() => [
		{ choices: [{ delta: { content: "", role: "assistant" }, index: 0, finish_reason: "blacklist" }] },
	]);
	expect((await say(provider())).end?.finish).toBe("filtered");
});

test("an authority that nobody trusts is named in words; its certificate in `ca` is enough", async () => {
	const cert = readFileSync("tests/support/certificate/certificate.pem", "utf8");
	const key = readFileSync("tests/support/certificate/key.pem", "utf8");
	const url = await fake.startTls({ cert, key });
	const at = { baseUrl: `${url}/api/v1`, authUrl: `${url}/api/v2/oauth` };
	const said = await failure(say(provider(at)));
	expect(said).toMatch(
		/^unreachable \w*(SELF_SIGNED|UNABLE_TO)\w*: its certificate is signed by an authority/,
	);
	expect(said).toContain("GIGACHAT_CA_FILE");
	expect((await say(provider({ ...at, ca: cert }))).text).toBe("Да");
});

describe("pictures", () => {
	const picture = (n: number) => ({
		type: "image" as const,
		url: `data:image/jpeg;base64,${Buffer.from(`jpeg ${n}`).toString("base64")}`,
	});
	const withPictures = (...numbers: number[]): ChatMessage => ({
		role: "user",
		content: [{ type: "text", text: "Что здесь?" }, ...numbers.map(picture)],
	});
	const paths = () => fake.files.map(({ path }) => path.replace("/api/v1/files", ""));

	test("are uploaded for a request, one in a message, and deleted after it", async () => {
		expect((await say(provider(), { messages: [withPictures(1, 2)] })).text).toBe("Привет, мир");
		expect(questionOf(0).messages).toEqual([
			{ role: "user", content: "Картинка 1 из 2", attachments: ["file-1"] },
			{ role: "user", content: "Что здесь?", attachments: ["file-2"] },
		]);
		expect(paths().toSorted()).toEqual(["", "", "/file-1/delete", "/file-2/delete"]);
		const [upload] = fake.files;
		expect(upload?.headers.authorization).toBe("Bearer token.1");
		expect(upload?.body).toMatch(/name="purpose"\r\n\r\ngeneral\r\n/);
		expect(upload?.body).toMatch(
			/name="file"; filename="picture.jpeg"\r\nContent-Type: image\/jpeg\r\n\r\njpeg 1\r\n/,
		);
	});

	test("are deleted where there is no answer, and where the person has left", async () => {
		fake.script(() => ({ status: 500, body: { message: "later" } }));
		expect(await failure(say(provider(), { messages: [withPictures(1)] }))).toMatch(/^unreachable/);
		expect(paths()).toEqual(["", "/file-1/delete"]);
		const left = new AbortController();
		const giga = provider();
		const request = { model: "m", messages: [withPictures(1)], user: "u" };
		for await (const event of giga.stream(request, left.signal)) if (event.kind === "text") left.abort();
		expect(paths().slice(2)).toEqual(["", "/file-3/delete"]);
	});

	test("of a long conversation are the last ten, each uploaded once", async () => {
		const many = Array.from({ length: 12 }, (_, i) => withPictures(i));
		await say(provider(), { messages: [...many, withPictures(11)] });
		expect(paths().filter((path) => path === "")).toHaveLength(9);
		const attached = (questionOf(0).messages as { attachments?: string[] }[]).flatMap(
			(one) => one.attachments ?? [],
		);
		expect(attached).toHaveLength(10);
	});
});
