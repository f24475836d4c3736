import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type FakeModel, startFakeModel } from "../../support/fakes/fake-model.ts";
import { type Instance, startInstance } from "../../support/instance.ts";
import { Person } from "../../support/person.ts";
import { conversationOf, ended as endedPage, question } from "../files/uploads.ts";

let instance: Instance;
let model: FakeModel;
let anna: Person;
beforeAll(async () => {
	model = await startFakeModel();
	instance = await startInstance({
		env: { MODEL_BASE_URL: model.url, MODELS: "test-model", MODEL_TITLES: "0" },
	});
});
beforeEach(async () => {
	model.requests.length = 0;
	anna = await new Person(instance).register();
});
afterAll(async () => {
	await instance?.stop();
	await model?.stop();
});

const OFTEN = { interval: 100 };
const textFile = (name: string, text: string) => new File([text], name, { type: "text/plain" });
const plain = (html: string) => html.replace(/<!--.*?-->/g, "").replace(/\u00a0/g, " ");

const page = async (path: string, person = anna) => plain(await (await person.fetch(path)).text());

/** Uploads by the form without script. @returns the ids of the files */
async function upload(files: File[], fields: Record<string, string> = {}, person = anna): Promise<string[]> {
	const response = await person.postFiles("/documents", [
		["intent", "upload"],
		["uploadId", crypto.randomUUID()],
		["collectionId", fields.collectionId ?? ""],
		...files.map((file): [string, File] => ["files", file]),
	]);
	expect(response.status).toBe(303);
	const to = response.headers.get("Location") ?? "";
	return [...to.matchAll(/new\d+=([\w-]{36})/g)].map(([, id]) => id ?? "");
}

/** Waits until the list says that all of it has been read. */
const read = (person = anna) =>
	vi.waitFor(async () => {
		const { files = [] } = { files: await page("/documents", person) } as { files?: string };
		expect(files).not.toMatch(/data-state="(waiting|reading)"/);
		return files;
	}, OFTEN);

async function makeCollection(name: string, person = anna): Promise<string> {
	const form = await page("/documents?do=new-collection", person);
	const collectionId = /name="collectionId" value="([\w-]{36})"/.exec(form)?.[1] ?? "";
	const made = await person.post("/documents", { intent: "make-collection", collectionId, name });
	expect(made.headers.get("Location")).toBe(`/documents?collection=${collectionId}`);
	return collectionId;
}

const ended = async (conversationId: string, person = anna) => plain(await endedPage(person, conversationId));

async function ask(text: string, fields: [string, string][] = [], person = anna): Promise<string> {
	const asked = await person.postFiles("/chat", question(text, [], fields));
	expect(asked.status).toBe(303);
	return conversationOf(asked);
}

/** The bytes that the server keeps, by their names. */
const kept = () => {
	const folder = join(instance.dataDir, "files");
	if (!existsSync(folder)) return [];
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map(({ name }) => name);
};

test("without script documents are uploaded, read, listed with their sizes and the room, found inside and deleted to the last byte", async () => {
	expect(await page("/documents")).toContain("Здесь появятся ваши документы");
	const before = new Set(kept());
	const [id = ""] = await upload([textFile("Договор.txt", "Аренда на год. Индексация раз в год.")]);
	const list = await read();
	expect(list).toContain("Договор.txt".slice(0, 4));
	expect(list).toMatch(/TXT · \d+ Б/);
	expect(list).toMatch(/<b>\d+ Б<\/b> из 200 МБ/);
	expect(list).toContain("Сегодня можно загрузить ещё 19 файлов");
	const found = await page("/documents?q=индексации");
	expect(found).toContain("1 место в 1 документе");
	expect(found).toContain("<mark>Индексация</mark>");
	expect(found).toContain(`/documents?file=${id}&amp;passage=1#passage-1`);
	expect(await page("/documents?q=страховка")).toContain("По запросу «страховка» ничего не нашлось");

	expect(await page(`/documents?do=delete&file=${id}`)).toContain("Вернуть файл не получится");
	const deleted = await anna.post("/documents", { intent: "delete", fileId: id });
	expect([deleted.status, deleted.headers.get("Location")]).toEqual([303, "/documents"]);
	expect(await page("/documents")).toContain("Документ удалён");
	expect(await page("/documents?q=индексации")).toContain("ничего не нашлось");
	await vi.waitFor(async () => {
		expect((await anna.fetch(`/files?id=${id}`)).status).toBe(404);
		expect(kept().filter((name) => !before.has(name))).toEqual([]);
	}, OFTEN);
});

test("the same bytes under two names are kept once, and both names are shown", async () => {
	const before = kept().length;
	const ids = await upload([textFile("Первое.txt", "Одни и те же"), textFile("Второе.txt", "Одни и те же")]);
	expect(ids).toHaveLength(2);
	const list = await read();
	for (const id of ids) expect(list).toContain(`data-file-id="${id}"`);
	expect(kept()).toHaveLength(before + 1);
	await anna.post("/documents", { intent: "delete", fileId: ids[0] ?? "" });
	await vi.waitFor(async () => expect((await anna.fetch(`/files?id=${ids[0]}`)).status).toBe(404), OFTEN);
	expect(await (await anna.fetch(`/files?id=${ids[1]}`)).text()).toBe("Одни и те же");
});

test("of several files the good ones are added, and the others are named with the reason", async () => {
	const refused = await anna.postFiles("/documents", [
		["intent", "upload"],
		["uploadId", crypto.randomUUID()],
		["files", textFile("Годный.txt", "Текст")],
		["files", new File([], "Пустой.txt")],
	]);
	expect(refused.status).toBe(422);
	const shown = plain(await refused.text());
	expect(shown).toContain("1 файл из 2 не загружен.");
	expect(shown).toContain("«Пустой.txt»: Файл пустой");
	expect(await read()).toContain("Годный");
	const none = await anna.post("/documents", { intent: "upload", uploadId: crypto.randomUUID() });
	expect(none.status).toBe(400);
	expect(plain(await none.text())).toContain("Выберите файл");
});

test("the name of a file is as it was chosen: with its double quotes, which browsers escape, and with what is no escape", async () => {
	await upload([textFile('Имя "в кавычках" 100%20.txt', "Текст имени")]);
	expect(await read()).toContain("Имя &quot;в кавычках&quot; 100%20");
});

test("a document is replaced by one of the same name: the chat that has it follows, and the older one goes", async () => {
	const [old = ""] = await upload([textFile("Договор.txt", "Прежняя редакция")]);
	await read();
	const conversation = await ask("Что в нём?", [["fileId", old]]);
	await ended(conversation);
	const [fresh = ""] = await upload([textFile("Договор.txt", "Новая редакция")]);
	await read();
	expect(await page(`/documents?new0=${fresh}`)).toContain("Документ «Договор.txt» уже был");
	const replaced = await anna.post("/documents", { intent: "replace-by", fileId: old, newFileId: fresh });
	expect(replaced.status).toBe(303);
	await vi.waitFor(async () => expect((await anna.fetch(`/files?id=${old}`)).status).toBe(404), OFTEN);
	expect(await ended(conversation)).toContain(`data-file-id="${fresh}"`);
	await ask("А теперь?", [["conversationId", conversation]]);
	await vi.waitFor(() => expect(model.requests).toHaveLength(2), OFTEN);
	const asked = JSON.stringify(model.requests[1]?.messages);
	expect(asked).toContain("Новая редакция");
	expect(asked).not.toContain("Прежняя редакция");
	const again = await anna.postFiles("/documents", [
		["intent", "replace"],
		["uploadId", crypto.randomUUID()],
		["fileId", fresh],
		["files", textFile("Договор (2).txt", "Третья редакция")],
	]);
	expect(again.status).toBe(303);
	await vi.waitFor(async () => {
		expect((await anna.fetch(`/files?id=${fresh}`)).status).toBe(404);
		expect(await page("/documents")).toContain("Договор (2)");
	}, OFTEN);
});

test("a document whose replacement cannot be read says that it has stayed, and the other that it is no replacement", async () => {
	const [old = ""] = await upload([textFile("Договор.txt", "Прежняя редакция")]);
	await read();
	const sent = await anna.postFiles("/documents", [
		["intent", "replace"],
		["uploadId", crypto.randomUUID()],
		["fileId", old],
		["files", new File([new Uint8Array([0, 0xff, 0xfe, 0x81, 0, 1, 2, 3])], "плохой.bin")],
	]);
	expect(sent.status).toBe(303);
	await vi.waitFor(async () => expect(await page("/documents")).toContain('data-state="failed"'), OFTEN);
	const list = plain(await page("/documents"));
	expect(list).toContain("Не заменён: файл «плохой.bin» не прочитан. Остался этот.");
	expect(list).toContain("Прежний документ не заменён.");
});

test("each of several collections is ticked by its own name", async () => {
	const ids = [await makeCollection("Аренда"), await makeCollection("Налоги")];
	const [file = ""] = await upload([textFile("a.txt", "Яблоки")]);
	const html = await page(`/documents?do=collect&file=${file}`);
	const boxes = [...html.matchAll(/<label class="check" for="([^"]+)"><input([^>]*)>/g)];
	// The name of a box is for this box, and for no other.
	expect(new Set(boxes.map(([, box]) => box)).size).toBe(2);
	for (const [, box, input = ""] of boxes) expect(input).toContain(` id="${box}"`);
	const values = boxes.map(([, , input = ""]) => /value="([^"]+)"/.exec(input)?.[1]);
	expect(values.toSorted()).toEqual(ids.toSorted());
});

test("a collection is made, filled, attached to a chat, known with what is added later, and detached", async () => {
	const collection = await makeCollection("Аренда");
	expect(
		(
			await anna.post("/documents", {
				intent: "make-collection",
				collectionId: crypto.randomUUID(),
				name: "аренда",
			})
		).status,
	).toBe(409);
	const [id = ""] = await upload([textFile("a.txt", "Яблоки в подборке")]);
	await read();
	const put = await anna.post("/documents", {
		intent: "collect",
		fileId: id,
		inCollection: collection,
		name: "",
	});
	expect(put.status).toBe(303);
	const list = await page(`/documents?collection=${collection}`);
	expect(list).toContain("1 документ");
	expect(list).toContain(`data-file-id="${id}"`);

	expect(await page(`/chat?collection=${collection}`)).toContain(`name="collectionId" value="${collection}"`);
	const conversation = await ask("Что известно?", [["collectionId", collection]]);
	expect(await ended(conversation)).toContain("Подборка «Аренда»");
	expect(JSON.stringify(model.requests[0]?.messages)).toContain("Яблоки в подборке");
	expect(await page(`/documents?do=used&file=${id}`)).toContain(`/chat?c=${conversation}`);

	await upload([textFile("b.txt", "Груши потом")], { collectionId: collection });
	await ask("А ещё?", [["conversationId", conversation]]);
	await vi.waitFor(() => expect(model.requests).toHaveLength(2), OFTEN);
	expect(JSON.stringify(model.requests[1]?.messages)).toContain("Груши потом");
	await ended(conversation);

	// Without script the button of the chip brings the page back with what was typed.
	const detached = await anna.postFiles("/chat", [
		["intent", "ask"],
		["promptId", crypto.randomUUID()],
		["conversationId", conversation],
		["text", "Недописанное"],
		[`detachCollection=${collection}`, "BUTTON"],
	]);
	expect(detached.status).toBe(200);
	const back = plain(await detached.text());
	expect(back).toContain("Недописанное");
	expect(back).not.toContain("data-collection-id");
	await ask("Без подборки?", [["conversationId", conversation]]);
	await vi.waitFor(() => expect(model.requests).toHaveLength(3), OFTEN);
	expect(JSON.stringify(model.requests[2]?.messages)).not.toContain("Яблоки");
	await ended(conversation);

	expect(
		(await anna.post("/documents", { intent: "delete-collection", collectionId: collection })).status,
	).toBe(303);
	expect((await anna.fetch(`/documents?collection=${collection}`)).status).toBe(404);
	expect(await page("/documents")).toContain(`data-file-id="${id}"`);
});

test("what a card says of its document can be switched by a form, and holds from the next answer on", async () => {
	const [id = ""] = await upload([textFile("a.txt", "Первый пункт.\n\nВторой пункт.")]);
	await read();
	const conversation = await ask("Что во втором пункте?", [["fileId", id]]);
	expect(await ended(conversation)).toContain('data-extent="whole"');
	const form = { intent: "extent", conversationId: conversation, fileId: id };
	expect((await anna.post("/chat", { ...form, extent: "found" })).status).toBe(303);
	expect(await ended(conversation)).toContain("дальше — по отрывкам");
	await ask("А в первом пункте?", [["conversationId", conversation]]);
	await vi.waitFor(() => expect(model.requests).toHaveLength(2), OFTEN);
	expect(JSON.stringify(model.requests[1]?.messages)).toMatch(/найденных по вопросу/);
	await ended(conversation);
	const stranger = await new Person(instance).register();
	expect((await stranger.post("/chat", { ...form, extent: "whole" })).status).toBe(404);
});

test("without script documents are chosen for a question on a page that carries all of it: text, files, model", async () => {
	const [lease = ""] = await upload([textFile("Аренда.txt", "Аренда на год.")]);
	const [notes = ""] = await upload([textFile("Заметки.txt", "Соседи говорят о цене.")]);
	await upload([textFile("Смета.txt", "Смета на ремонт.")]);
	const collection = await makeCollection("Подборка");
	await read();
	const text = "Первая строка\nи «вторая» <строка>";
	const question = (intent: string, fields: [string, string | File][] = []) =>
		anna.postFiles("/chat", [
			["intent", "ask"],
			["promptId", crypto.randomUUID()],
			["conversationId", ""],
			["text", text],
			["model", "test-model"],
			["search", "1"],
			["tool", "notes"],
			...fields,
			["intent", intent],
		]);
	const carried = 'name="text" value="Первая строка\nи «вторая» &lt;строка&gt;"';
	const choice = await question("pick-documents", [
		["fileId", lease],
		["files", textFile("Новый.txt", "Новый файл.")],
	]);
	expect(choice.status).toBe(200);
	const shown = plain(await choice.text());
	expect(shown).toContain(carried);
	expect(shown).toContain('name="search" value="1"');
	expect(shown).toContain('name="tool" value="notes"');
	// What the question has already is chosen; the file that came with this form is not among the documents yet.
	const sent = /<input type="hidden" name="fileId" value="([\w-]{36})"/.exec(shown)?.[1] ?? "";
	expect(shown).toMatch(new RegExp(`<input type="checkbox" name="fileId" checked="" value="${lease}"`));
	expect(shown).toMatch(new RegExp(`<input type="checkbox" name="fileId" value="${notes}"`));
	expect(shown).toMatch(new RegExp(`<input type="checkbox" name="collectionId" value="${collection}"`));
	// Looked for by a part of the name; what was chosen is carried on.
	const found = plain(
		await (
			await question("pick-documents", [
				["named", "ЗАМЕТ"],
				["fileId", sent],
				["fileId", lease],
				["collectionId", collection],
			])
		).text(),
	);
	expect(found).toContain(carried);
	expect(found).toContain(`<input type="hidden" name="fileId" value="${lease}"`);
	expect(found).toContain(`<input type="hidden" name="collectionId" value="${collection}"`);
	expect(found).toMatch(new RegExp(`<input type="checkbox" name="fileId" value="${notes}"`));
	expect(found).not.toContain("Смета");
	// A file that is refused on the way is named here.
	const empty = await question("pick-documents", [["files", new File([], "Пустой.txt")]]);
	expect(empty.status).toBe(422);
	expect(await empty.text()).toContain("«Пустой.txt»: Файл пустой");
	// In a chat the page stays that of the chat.
	const conversation = await ask("Первый вопрос");
	await ended(conversation);
	for (const intent of ["pick-documents", "attach"]) {
		const inChat = await anna.postFiles("/chat", [
			["intent", intent],
			["promptId", crypto.randomUUID()],
			["conversationId", conversation],
			["text", text],
		]);
		expect(plain(await inChat.text())).toContain(`name="conversationId" value="${conversation}"`);
	}
	const back = await question("attach", [
		["fileId", sent],
		["fileId", lease],
		["fileId", notes],
		["collectionId", collection],
	]);
	expect(back.status).toBe(200);
	const composer = plain(await back.text());
	expect(composer).toMatch(/<textarea[^>]*>Первая строка\nи «вторая» &lt;строка&gt;<\/textarea>/);
	for (const id of [sent, lease, notes]) expect(composer).toMatch(new RegExp(`data-file-id="${id}"`));
	expect(composer).toContain(`data-collection-id="${collection}"`);
});

test("a deleted document stays named in its question, and the card of what the answer cites says that it is gone", async () => {
	const [id = ""] = await upload([textFile("Договор.txt", "Аренда на год.")]);
	await read();
	model.script(async (reply) => {
		await reply.stream("Аренда на год [1].");
		reply.finish();
	});
	const conversation = await ask("На сколько?", [["fileId", id]]);
	expect(await ended(conversation)).toMatch(/data-source="1"/);
	await anna.post("/documents", { intent: "delete", fileId: id });
	const shown = await page(`/chat?c=${conversation}`);
	expect(shown).toMatch(/<li class="file-card" data-deleted="true">.*?Документ удалён/s);
	expect(shown).toContain("Документ удалён, осталась цитата");
	expect(shown).not.toContain(`/files?id=${id}`);
});

test("another account gets 404 for every document and collection, at every address and by every form; nobody at all is sent to sign in", async () => {
	const [id = ""] = await upload([textFile("Тайное.txt", "Тайна за семью печатями")]);
	await read();
	const collection = await makeCollection("Тайная");
	await anna.post("/documents", { intent: "collect", fileId: id, inCollection: collection });
	const conversation = await ask("Вопрос", [["collectionId", collection]]);
	await ended(conversation);
	const eve = await new Person(instance).register();
	const [own = ""] = await upload([textFile("Своё.txt", "Своё")], {}, eve);
	const hers = await makeCollection("Её", eve);
	for (const path of [
		`/files?id=${id}`,
		`/documents?collection=${collection}`,
		`/documents?collection=${collection}&q=тайна`,
		...["delete", "rename", "replace", "collect", "used"].map((name) => `/documents?do=${name}&file=${id}`),
		...["edit-collection", "delete-collection"].map(
			(name) => `/documents?do=${name}&collection=${collection}`,
		),
	]) {
		expect([path, (await eve.fetch(path)).status]).toEqual([path, 404]);
		const nobody = await new Person(instance).fetch(path);
		expect([path, nobody.status, nobody.headers.get("Location")]).toMatchObject([path, 302, /^\/login/]);
	}
	const ids = { fileId: id, collectionId: "" };
	for (const form of [
		{ intent: "delete", ...ids },
		{ intent: "rename", ...ids, name: "Чужое" },
		{ intent: "keep", ...ids },
		{ intent: "collect", ...ids, inCollection: hers },
		{ intent: "replace-by", ...ids, newFileId: own },
		{ intent: "replace-by", fileId: own, newFileId: id },
		{ intent: "replace", ...ids, uploadId: crypto.randomUUID() },
		{ intent: "take-out", fileId: id, collectionId: collection },
		{ intent: "rename-collection", collectionId: collection, name: "Чужая" },
		{ intent: "delete-collection", collectionId: collection },
		{ intent: "make-collection", collectionId: collection, name: "Чужая" },
	])
		expect([
			form.intent,
			(await eve.post("/documents", form as unknown as Record<string, string>)).status,
		]).toEqual([form.intent, 404]);
	const into = await eve.postFiles("/documents", [
		["intent", "upload"],
		["uploadId", crypto.randomUUID()],
		["collectionId", collection],
		["files", textFile("Подброшено.txt", "Подброшено")],
	]);
	expect(into.status).toBe(404);
	// A search, a choice and the state of files know nothing of it either.
	expect(await page("/documents?q=тайна", eve)).toContain("ничего не нашлось");
	expect(await (await eve.fetch("/chat/files?named=")).text()).not.toContain("Тайн");
	expect(await page(`/chat?file=${id}&collection=${collection}`, eve)).not.toContain(id);
	expect(await (await eve.fetch(`/chat/files?id=${id}`)).json()).toEqual({ files: [] });
	const asked = await eve.postFiles("/chat", [
		["intent", "ask"],
		["promptId", crypto.randomUUID()],
		["conversationId", ""],
		["text", "Расскажи"],
		["collectionId", collection],
	]);
	await ended(conversationOf(asked), eve);
	expect(JSON.stringify(model.requests.at(-1)?.messages)).not.toContain("Тайна");
	expect(
		(
			await eve.post("/chat", {
				intent: "detach-collection",
				conversationId: conversation,
				collectionId: collection,
			})
		).status,
	).toBe(303);
	expect(await page(`/chat?c=${conversation}`)).toContain("Подборка «Тайная»");
	expect(await page(`/documents?collection=${collection}`)).toContain(`data-file-id="${id}"`);
});

test("of many searches at once some wait, and the page says so; another account searches on", async () => {
	const boris = await new Person(instance).register();
	const search = () => anna.fetch("/documents?q=индексации");
	const answers = await Promise.all(Array.from({ length: 60 }, search));
	expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
	expect(await answers.find(({ status }) => status === 429)?.text()).toContain("Вы ищете слишком часто");
	expect((await boris.fetch("/documents?q=индексации")).status).toBe(200);
	expect((await anna.fetch("/documents")).status).toBe(200);
});
