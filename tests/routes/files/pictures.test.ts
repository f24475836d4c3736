import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { scannedPdf } from "../../support/documents/pdf.ts";
import { blackPng, exif, jpeg, jpegSize } from "../../support/documents/picture.ts";
import { quartersOf } from "../../support/documents/pixels.ts";
import { type FakeModel, startFakeModel } from "../../support/fakes/fake-model.ts";
import { type Instance, startInstance } from "../../support/instance.ts";
import { Person } from "../../support/person.ts";
import { conversationOf, ended, type Fields, question as questionOf } from "./uploads.ts";

let instance: Instance;
let model: FakeModel;
let anna: Person;
beforeAll(async () => {
	model = await startFakeModel();
	const file = join(mkdtempSync(join(tmpdir(), "sobesednik-models-")), "models.json");
	const models = [
		{ id: "fast", title: "Быстрая" },
		{ id: "seeing", title: "Зоркая", sees: true },
		{ id: "narrow", title: "Узкая", sees: true, contextTokens: 4_000 },
	];
	writeFileSync(file, JSON.stringify({ servers: [{ baseUrl: model.url, models }] }));
	instance = await startInstance({ env: { MODELS_FILE: file, MODEL_TITLES: "0" } });
});
beforeEach(async () => {
	model.requests.length = 0;
	anna = await new Person(instance).register();
});
afterAll(async () => {
	await instance?.stop();
	await model?.stop();
});

/** A question for one of the models. */
const question = (text: string, named: string, files: File[], more: Fields = []): Fields =>
	questionOf(text, files, [["model", named], ...more]);

const pngFile = (name: string) => new File([blackPng(300, 200)], name, { type: "image/png" });

const idsIn = (page: string) =>
	[...page.matchAll(/name="fileId" value="([\w-]{36})"/g)].map(([, id]) => id ?? "");

const imagesOf = (request: number) =>
	(model.requests[request]?.messages ?? []).flatMap(({ parts = [] }) =>
		parts.flatMap(({ image_url }) => image_url?.url ?? []),
	);

test("a photograph with a place and a side arrives at the model upright, at most 2 000 pixels, without metadata, after the text", async () => {
	const photo = jpeg(4_032, 3_024, (x) => (x < 252 ? 250 : 10), exif(6));
	const file = new File([photo], "Дача.JPG", { type: "image/jpeg" });
	const asked = await anna.postFiles("/chat", question("Что на снимке?", "seeing", [file]));
	expect(asked.status).toBe(303);
	const page = await ended(anna, conversationOf(asked));
	const parts = model.requests[0]?.messages.at(-1)?.parts ?? [];
	expect(parts.map(({ type }) => type)).toEqual(["text", "text", "image_url"]);
	expect(parts[0]?.text).toContain("«Дача.JPG»");
	expect(parts[1]?.text).toBe("Что на снимке?");
	const [, data = ""] = /^data:image\/jpeg;base64,(.+)$/.exec(parts[2]?.image_url?.url ?? "") ?? [];
	const picture = Buffer.from(data, "base64");
	expect(jpegSize(picture)).toEqual({ width: 1_500, height: 2_000, hasMetadata: false });
	expect(picture.includes("Exif")).toBe(false);
	const [top = 0, , bottom = 255] = await quartersOf(picture);
	expect(top).toBeGreaterThan(bottom);

	// Shown inline is what we have made, and the original stays a download.
	const id = /data-file-id="([\w-]{36})"/.exec(page)?.[1] ?? "";
	expect(page).toContain(`/files/picture?id=${id}&amp;n=1&amp;size=small`);
	const shown = await anna.fetch(`/files/picture?id=${id}&size=small`);
	expect(Object.fromEntries(shown.headers)).toMatchObject({
		"content-type": "image/jpeg",
		"content-security-policy": "sandbox; default-src 'none'",
		"x-content-type-options": "nosniff",
		"cache-control": "private, no-cache",
	});
	expect(jpegSize(Buffer.from(await shown.arrayBuffer())).hasMetadata).toBe(false);
	const known = { "If-None-Match": shown.headers.get("ETag") ?? "" };
	expect((await anna.fetch(`/files/picture?id=${id}&size=small`, { headers: known })).status).toBe(304);
	const original = await anna.fetch(`/files?id=${id}`);
	expect(original.headers.get("Content-Disposition")).toMatch(/^attachment/);
	expect(Buffer.from(await original.arrayBuffer()).equals(photo)).toBe(true);
	const view = /href="(\/files\/view\?id=[^"]+)"/.exec(page)?.[1]?.replaceAll("&amp;", "&") ?? "";
	const viewed = await (await anna.fetch(view)).text();
	expect(viewed).toContain(`/files/picture?id=${id}&amp;n=1&amp;size=full`);
	expect(viewed).toContain(`href="/chat?c=${conversationOf(asked)}#m-`);

	const boris = await new Person(instance).register();
	for (const path of [`/files/picture?id=${id}`, view, `/files/view?id=${id}`])
		expect((await boris.fetch(path, { headers: known })).status).toBe(404);
	for (const n of ["0", "2", "x", "99"])
		expect((await anna.fetch(`/files/picture?id=${id}&n=${n}`)).status).toBe(404);

	// A second turn still has the picture, until it is taken out.
	const conversationId = conversationOf(asked);
	await anna.postFiles("/chat", question("А слева?", "seeing", [], [["conversationId", conversationId]]));
	await ended(anna, conversationId);
	expect(imagesOf(1)).toHaveLength(1);
	await anna.post("/chat", { intent: "detach", conversationId, fileId: id });
	await anna.postFiles("/chat", question("А справа?", "seeing", [], [["conversationId", conversationId]]));
	await ended(anna, conversationId);
	expect(imagesOf(2)).toHaveLength(0);
});

test("a model that does not see is refused before the message is spent; a press chooses one that does, with text and pictures kept", async () => {
	const refused = await anna.postFiles(
		"/chat",
		question("Что здесь написано?", "fast", [pngFile("Вывеска.png")]),
	);
	expect(refused.status).toBe(422);
	const page = await refused.text();
	expect(page).toContain("Модель «Быстрая» не видит картинки.");
	expect(page).toContain("Что здесь написано?");
	expect(page).toMatch(/<button[^>]* name="pick=seeing"/);
	const ids = idsIn(page);
	expect(ids).toHaveLength(1);
	expect(model.requests).toHaveLength(0);

	const kept = ids.map((id): [string, string] => ["fileId", id]);
	const picked = await anna.postFiles(
		"/chat",
		question("Что здесь написано?", "fast", [], [...kept, ["pick", "seeing"]]),
	);
	expect(picked.status).toBe(200);
	const again = await picked.text();
	expect(again).not.toContain("не видит картинки.");
	expect(again).toMatch(/<option value="seeing" selected="">|name="model" value="seeing"/);
	expect(idsIn(again)).toEqual(ids);

	const asked = await anna.postFiles("/chat", question("Что здесь написано?", "seeing", [], kept));
	expect(asked.status).toBe(303);
	const conversationId = conversationOf(asked);
	const answered = await ended(anna, conversationId);
	expect(imagesOf(0)).toHaveLength(1);

	// Neither a new answer nor another version of the question comes from a model that does not see.
	const answerId = /data-message-id="([\w-]+)" data-role="assistant"/.exec(answered)?.[1] ?? "";
	const retried = await anna.post("/chat", {
		intent: "regenerate",
		answerId,
		attemptId: crypto.randomUUID(),
		model: "fast",
	});
	expect(retried.status).toBe(422);
	// A later question may go to it: then it is told that there were pictures, and not shown them.
	await anna.postFiles("/chat", question("Спасибо", "fast", [], [["conversationId", conversationId]]));
	await ended(anna, conversationId);
	expect(imagesOf(1)).toHaveLength(0);
	expect(model.requests[1]?.messages[0]?.content).toContain("Здесь их не видно");
});

test("more pictures than the model is shown at once are refused in words", async () => {
	const files = ["a.png", "b.png", "c.png"].map(pngFile);
	const refused = await anna.postFiles("/chat", question("Сравните", "narrow", files));
	expect(refused.status).toBe(422);
	expect(await refused.text()).toContain("Модель «Узкая» видит не больше 1 картинки");
	expect(model.requests).toHaveLength(0);
});

test("a hostile picture fails in words, and the question costs nothing", async () => {
	const bomb = new File([blackPng(30_000, 30_000)], "bomb.png", { type: "image/png" });
	const asked = await anna.postFiles("/chat", question("Что это?", "seeing", [bomb]));
	const page = await ended(anna, conversationOf(asked));
	expect(page).toContain("Картинка больше 50 мегапикселей");
	expect(page).toMatch(/data-state="failed"/);
	expect(model.requests).toHaveLength(0);
	const large = new File([blackPng(8, 8), new Uint8Array(21 * 1024 ** 2)], "Большая.png");
	const refused = await anna.postFiles("/chat", question("Что это?", "seeing", [large]));
	expect(refused.status).toBe(413);
	expect(await refused.text()).toContain("Файл больше 20 МБ: 21 МБ");
});

test("a scan is named, and its pages are shown to a model that sees where the person wants it", async () => {
	const scan = new File([Uint8Array.from(scannedPdf(2))], "Скан.pdf", { type: "application/pdf" });
	const attached = await anna.postFiles(
		"/chat",
		question("Что в скане?", "seeing", [scan], [["intent", "attach"]]),
	);
	const page = await attached.text();
	const id = /data-file-id="([\w-]{36})"/.exec(page)?.[1] ?? "";
	await vi.waitFor(async () => {
		const { files } = await (await anna.fetch(`/chat/files?id=${id}`)).json();
		expect(files).toMatchObject([{ state: "failed", failure: "scan", pages: 2 }]);
	});
	// The page was made before the scan was known as one: its question comes back with the way out, and with its other file.
	const other = await anna.postFiles(
		"/chat",
		question(
			"Что в скане?",
			"seeing",
			[new File(["Текст"], "Приложение.txt")],
			[
				["intent", "attach"],
				["fileId", id],
			],
		),
	);
	const both = /data-file-id="([\w-]{36})"[^>]*data-state="(?:waiting|reading|ready)"/.exec(
		await other.text(),
	);
	const early = await anna.postFiles(
		"/chat",
		question(
			"Что в скане?",
			"seeing",
			[],
			[
				["fileId", id],
				["fileId", both?.[1] ?? ""],
			],
		),
	);
	expect(early.status).toBe(422);
	const offered = await early.text();
	expect(offered).toContain("Что в скане?");
	expect(offered).toContain("Это скан");
	expect(offered).toMatch(new RegExp(`<button[^>]* name="asPictures=${id}"`));
	expect(idsIn(offered)).toEqual([both?.[1]]);
	expect(model.requests).toHaveLength(0);

	const again = await anna.postFiles(
		"/chat",
		question(
			"Что в скане?",
			"seeing",
			[],
			[
				["fileId", id],
				[`asPictures=${id}`, ""],
			],
		),
	);
	expect(await again.text()).toContain("Что в скане?");
	const asked = await anna.postFiles("/chat", question("Что в скане?", "seeing", [], [["fileId", id]]));
	expect(asked.status).toBe(303);
	const ready = await ended(anna, conversationOf(asked));
	expect(imagesOf(0)).toHaveLength(2);
	expect(model.requests[0]?.messages.at(-1)?.content).toContain("2. «Скан.pdf», страница 2");
	expect(ready).toContain("2 стр. картинками");
});
