import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { jpegSize } from "../../support/documents/picture.ts";
import { type FakeModel, startFakeModel } from "../../support/fakes/fake-model.ts";
import { type PictureFault, startFakePictures } from "../../support/fakes/fake-pictures.ts";
import { startHttpFake } from "../../support/fakes/http-fake.ts";
import { type Instance, startInstance } from "../../support/instance.ts";
import { Person } from "../../support/person.ts";
import { conversationOf, ended, question } from "../files/uploads.ts";

const folder = mkdtempSync(join(tmpdir(), "sobesednik-made-"));
let instance: Instance;
let model: FakeModel;
let pictures: Awaited<ReturnType<typeof startFakePictures>>;

const settings = () => ({
	...{ MODEL_BASE_URL: model.url, MODELS: "test-model", MODEL_TITLES: "0", MODEL_TOOLS: "1" },
	...{ PICTURES_BASE_URL: pictures.baseUrl, PICTURES_MODEL: "painter", PICTURES_SIZE: "64x48" },
	...{ PICTURES_API_KEY: "a-secret-key", PICTURES_ABROAD: "1" },
});

beforeAll(async () => {
	[model, pictures] = await Promise.all([startFakeModel(), startFakePictures()]);
	instance = await startInstance({ env: settings() });
});
afterAll(async () => {
	await instance?.stop();
	await Promise.all([model?.stop(), pictures?.stop()]);
	rmSync(folder, { recursive: true });
});
beforeEach(() => {
	pictures.requests.length = 0;
	model.requests.length = 0;
	pictures.fault("none");
	model.otherwise = async (reply) => {
		if (reply.question.messages.at(-1)?.role === "tool") {
			await reply.stream("Вот.");
			return reply.finish();
		}
		reply.call(["make_picture", { prompt: "Чёрный кот ночью", name: "Кот/ночью" }]);
	};
});

const SWITCH: [string, string][] = [["tool", "make_picture"]];
const draw = async (person: Person) => {
	const id = conversationOf(await person.postFiles("/chat", question("Нарисуй кота", [], SWITCH)));
	return { id, page: await ended(person, id) };
};
const told = () => model.requests.at(-1)?.messages.at(-1)?.content ?? "";
const filesOf = async (person: Person) => {
	const page = await (await person.fetch("/documents")).text();
	return [...page.matchAll(/\/files\?id=([\w-]+)/g)].length;
};

test("a picture is made, shown in its place, opened, kept among the documents and exported", async () => {
	const anna = await new Person(instance).register();
	const home = await (await anna.fetch("/chat")).text();
	expect(/value="make_picture".*?Создание картинок.*?painter, работает за\s+рубежом/s.test(home)).toBe(true);
	const { id, page } = await draw(anna);
	expect(pictures.asked()).toEqual([
		{
			...{ model: "painter", prompt: "Чёрный кот ночью", n: 1, size: "64x48", response_format: "b64_json" },
			key: expect.stringMatching(/^[\w-]{36}\.1\.1$/),
		},
	]);
	expect(pictures.requests[0]?.headers.authorization).toBe("Bearer a-secret-key");
	expect(told()).toContain("Картинка «Кот ночью.png» создана");
	const [, file = ""] = /<ul class="q-media made-media"[^>]*><li data-file-id="([\w-]+)">/.exec(page) ?? [];
	expect(page).toContain("Нарисовано: «Кот/ночью»");
	// It is in the answer and not above the question, and the model is not given it as a file of the question.
	expect(page.match(new RegExp(`data-file-id="${file}"`, "g"))).toHaveLength(1);
	const shown = await anna.fetch(`/files/picture?id=${file}&size=full`);
	expect(jpegSize(Buffer.from(await shown.arrayBuffer()))).toMatchObject({ width: 64, height: 48 });
	const view = await (await anna.fetch(`/files/view?id=${file}`)).text();
	expect(view).toMatch(new RegExp(`href="/chat\\?c=${id}#m-[\\w-]{36}"`));
	const boris = await new Person(instance).register();
	expect((await boris.fetch(`/files/picture?id=${file}`)).status).toBe(404);
	expect(await (await anna.fetch("/documents")).text()).toContain("Кот ночью.png");
	const markdown = await (await anna.fetch(`/chat/export?c=${id}&format=md`)).text();
	expect(markdown).toContain("> Нарисовано: «Кот/ночью»");
	await anna.postFiles("/chat", question("А ещё?", [], [["conversationId", id]]));
	await ended(anna, id);
	expect(model.requests.at(-1)?.messages.some(({ parts }) => parts !== undefined)).toBe(false);
});

test("a picture that the person deletes leaves the answer without it, and names nothing in the question", async () => {
	const anna = await new Person(instance).register();
	const { id, page } = await draw(anna);
	const [, file = ""] = /made-media"[^>]*><li data-file-id="([\w-]+)">/.exec(page) ?? [];
	const deleted = await anna.post("/documents", { intent: "delete", fileId: file });
	expect(deleted.status).toBe(303);
	const after = await (await anna.fetch(`/chat?c=${id}`)).text();
	expect(after).not.toContain(file);
	expect(after).not.toContain("data-deleted");
	expect(after).toContain("Нарисовано");
});

describe("what is no picture ends in words, and leaves no file", () => {
	test.each<[PictureFault, string]>([
		["refused", "отказался рисовать"],
		["busy", "занят"],
		["broken", "недоступен"],
		["no-json", "не картинку"],
		["nothing", "не картинку"],
		["no-base64", "не картинку"],
		["html", "не картинку"],
		["svg", "не картинку"],
		["cut-off", "не картинку"],
		["bomb", "не картинку"],
		["huge", "не получилась"],
	])("%s", async (fault, words) => {
		pictures.fault(fault);
		const anna = await new Person(instance).register();
		const { page } = await draw(anna);
		expect(page).toContain("Картинка не получилась");
		expect(/made-media|<script>alert/.test(page)).toBe(false);
		expect(page).toContain('data-role="assistant" data-state="done"');
		expect(told()).toContain(words);
		expect(await filesOf(anna)).toBe(0);
		// The log says what has failed, and not what was asked for.
		expect(instance.logs()).not.toContain("Чёрный кот");
	});
});

test("an address is read where it is public, and never leads inside", async () => {
	const trap = await startHttpFake((_, response) => response.end());
	try {
		pictures.fault("url");
		const anna = await new Person(instance).register();
		for (const address of [
			`${trap.url}/a.png`,
			`${pictures.url}/picture.png`,
			"file:///etc/passwd",
			"http://[::1]/",
		]) {
			pictures.address(address);
			const { page } = await draw(anna);
			expect(page).toContain("Картинка не получилась");
		}
		expect(trap.requests).toEqual([]);
		expect(pictures.requests.some(({ path }) => path === "/picture.png")).toBe(false);
	} finally {
		await trap.stop();
	}
});

test("a server that refuses the field for pictures in the answer is asked without it, from then on at once", async () => {
	pictures.fault("no-field");
	const server = await startInstance({ env: settings() });
	try {
		const anna = await new Person(server).register();
		expect((await draw(anna)).page).toContain("made-media");
		expect((await draw(anna)).page).toContain("made-media");
		expect(pictures.asked().map(({ response_format }) => response_format)).toEqual([
			"b64_json",
			undefined,
			undefined,
		]);
		const keys = pictures.asked().map(({ key }) => key);
		expect(keys[0]).toBe(keys[1]);
	} finally {
		await server.stop();
	}
});

test("a stop hangs up on the server", async () => {
	pictures.fault("hangs");
	const anna = await new Person(instance).register();
	const { conversationId, answerId } = await askFor(anna);
	await vi.waitFor(() => expect(pictures.asked()).toHaveLength(1));
	const before = pictures.left();
	expect((await anna.post("/chat/stop", { answerId })).status).toBe(303);
	await vi.waitFor(() => expect(pictures.left()).toBe(before + 1));
	expect(await ended(anna, conversationId)).toContain("Рисование прервано");
});

test("without a server, without the switch, or without it in the plan it is not offered; a full store refuses before it costs", async () => {
	const PLANS_FILE = join(folder, "plans.json");
	const [start, ...others] = JSON.parse(readFileSync("content/plans.json", "utf8"));
	const offered = () =>
		JSON.stringify((model.requests[0] as unknown as { tools?: object[] }).tools ?? []).includes(
			"make_picture",
		);
	const anna = await new Person(instance).register();
	await ended(anna, conversationOf(await anna.postFiles("/chat", question("Нарисуй", []))));
	expect(offered()).toBe(false);
	for (const [plan, has] of [
		[{ ...start, pictures: false }, false],
		[{ ...start, files: { bytes: 1, perDay: 5 } }, true],
	]) {
		writeFileSync(PLANS_FILE, JSON.stringify([plan, ...others]));
		pictures.requests.length = 0;
		model.requests.length = 0;
		const server = await startInstance({ env: { ...settings(), PLANS_FILE } });
		try {
			const vera = await new Person(server).register();
			expect((await (await vera.fetch("/chat")).text()).includes('value="make_picture"')).toBe(has);
			const { page } = await draw(vera);
			expect(offered()).toBe(has);
			expect(page).toContain(has ? "закончилось место для\u00a0файлов" : "недоступно");
			const cards = await (await fetch(`${server.url}/`)).text();
			expect(cards.includes("Создание картинок")).toBe(!has);
		} finally {
			await server.stop();
		}
	}
	const bare = await startInstance({
		env: { ...settings(), PICTURES_BASE_URL: "", PICTURES_MODEL: "", PICTURES_API_KEY: "" },
	});
	try {
		const vera = await new Person(bare).register();
		expect(await (await vera.fetch("/chat")).text()).not.toContain("make_picture");
	} finally {
		await bare.stop();
	}
});

async function askFor(person: Person) {
	const id = conversationOf(await person.postFiles("/chat", question("Нарисуй кота", [], SWITCH)));
	const page = await (await person.fetch(`/chat?c=${id}`)).text();
	return {
		conversationId: id,
		answerId: /data-message-id="([\w-]+)" data-role="assistant"/.exec(page)?.[1] ?? "",
	};
}
