import { readdirSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { findPassages } from "../../../app/files/passages/find-passages.server.ts";
import { type Db, openDatabase } from "../../../app/platform/db/connection.server.ts";
import { encodeAs, pdf } from "../../support/documents/pdf.ts";
import { type FakeModel, startFakeModel } from "../../support/fakes/fake-model.ts";
import { type Instance, startInstance } from "../../support/instance.ts";
import { Person } from "../../support/person.ts";
import { conversationOf, ended, fileOf, question } from "./uploads.ts";

let instance: Instance;
let model: FakeModel;
let db: Db;
beforeAll(async () => {
	model = await startFakeModel();
	instance = await startInstance({
		env: { MODEL_BASE_URL: model.url, MODELS: "test-model", MODEL_TITLES: "0" },
	});
	db = await openDatabase(`sqlite:${join(instance.dataDir, "sobesednik.db")}`);
});
beforeEach(() => {
	model.requests.length = 0;
});
afterAll(async () => {
	await db?.destroy();
	await instance?.stop();
	await model?.stop();
});

/** Files that come now are not read before the test says so, however long it stands still meanwhile. @returns says so */
async function holdReading(): Promise<() => Promise<void>> {
	await sql`create trigger held after insert on jobs when new.kind = 'read-file'
		begin update jobs set due_at = 9000000000000 where id = new.id; end`.execute(db);
	return async () => {
		await sql`drop trigger held`.execute(db);
		await db.updateTable("jobs").set({ due_at: 1 }).where("kind", "=", "read-file").execute();
	};
}

test("a question that is sent while 500 pages are read waits for them, says so, and is answered by what they say", async () => {
	const anna = await new Person(instance).register();
	const pages = Array.from({ length: 500 }, (_, i) => [
		`Глава ${i + 1}.`,
		i === 399 ? "Депозит возвращается за шестьдесят два дня." : "Прочие условия без особенностей.",
		...Array<string>(12).fill("Строка договора, в которой сказано то же, что и в предыдущей строке."),
	]);
	const read = await holdReading();
	const asked = await anna.postFiles(
		"/chat",
		question("За сколько дней возвращается депозит?", [fileOf("Договор.pdf", pdf(pages))]),
	);
	expect(asked.status).toBe(303);
	const id = conversationOf(asked);
	const waiting = await (await anna.fetch(`/chat?c=${id}`)).text();
	expect(waiting).toMatch(/data-file-id="[^"]+" data-state="(waiting|reading)"/);
	expect(waiting).toContain('data-state="writing"');
	expect(model.requests).toEqual([]);
	await read();
	const page = await ended(anna, id);
	expect(page).toMatch(/data-file-id="[^"]+" data-state="ready"/);
	expect(model.requests).toHaveLength(1);
	expect(model.requests[0]?.messages.at(-1)?.content).toContain("за шестьдесят два дня");
});

test("a text in five encodings is readable, and found by another form of its words", async () => {
	const anna = await new Person(instance).register();
	const text = `${"Вступление о разном и о прочем.\n\n".repeat(60)}Настольная книга лежит на столе.\n\n${"Прочее в самом конце.\n\n".repeat(60)}`;
	const files = [
		fileOf("utf8.txt", text),
		fileOf("utf16.txt", Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")])),
		...["windows-1251", "koi8-r", "ibm866"].map((encoding) =>
			fileOf(`${encoding}.txt`, encodeAs(encoding, text)),
		),
	];
	await ended(anna, conversationOf(await anna.postFiles("/chat", question("Где книга?", files))));
	const given = model.requests[0]?.messages.at(-1)?.content ?? "";
	expect(given.match(/Настольная книга лежит на столе/g)).toHaveLength(5);
	const rows = await db
		.selectFrom("files")
		.select(["id", "account_id", "name"])
		.where("name", "like", "%.txt")
		.execute();
	expect(rows).toHaveLength(5);
	for (const { id, account_id, name } of rows) {
		const [best] = await findPassages(db, account_id, [id], "из настольной книги");
		const found = await db
			.selectFrom("passages")
			.select("text")
			.where("file_id", "=", id)
			.where("n", "=", best?.n ?? 0)
			.executeTakeFirst();
		expect([name, found?.text.includes("Настольная книга")]).toEqual([name, true]);
	}
});

test("the copy of a person's data has the files as they were sent; a deleted conversation takes its own from the disk, and the deleted account the last ones", async () => {
	const anna = await new Person(instance).register();
	const account = await db
		.selectFrom("accounts")
		.select("id")
		.where("email", "=", anna.email)
		.executeTakeFirstOrThrow();
	const ask = async (name: string) => {
		const asked = await anna.postFiles(
			"/chat",
			question("Что в нём?", [fileOf(name, `Тайна файла ${name}`)]),
		);
		await ended(anna, conversationOf(asked));
		return conversationOf(asked);
	};
	const first = await ask("первый.txt");
	await ask("второй.txt");
	const blobs = async () => {
		const rows = await db.selectFrom("files").select("blob").where("account_id", "=", account.id).execute();
		return rows.map(({ blob }) => blob);
	};
	const onDisk = (names: string[]) => names.filter((name) => storedIn(instance).includes(name)).length;
	const before = await blobs();
	expect([before.length, onDisk(before)]).toEqual([2, 2]);
	const { files } = await (await anna.fetch("/account/export")).json();
	expect(
		files.map(({ name, content }: { name: string; content: string[] }) => [
			name,
			Buffer.from(content.join(""), "base64").toString(),
		]),
	).toEqual(["первый.txt", "второй.txt"].map((name) => [name, `Тайна файла ${name}`]));
	await anna.post("/chat", { intent: "delete", conversationId: first });
	// The deletion can be undone for a while; the test does not wait for it.
	await db.updateTable("conversations").set({ deleted_at: 1 }).where("id", "=", first).execute();
	await db.updateTable("jobs").set({ due_at: 1 }).where("kind", "=", "erase-conversation").execute();
	await vi.waitFor(() => expect(onDisk(before)).toBe(1), { interval: 200 });
	expect(await blobs()).toHaveLength(1);

	const deleted = await anna.post("/account", {
		intent: "delete",
		currentPassword: anna.password,
		confirm: "on",
	});
	expect(deleted.status).toBe(303);
	await vi.waitFor(() => expect(onDisk(before)).toBe(0), { interval: 200 });
	expect(await blobs()).toEqual([]);
});

/** The names of all bytes that an instance keeps. */
const storedIn = ({ dataDir }: Instance): string[] =>
	readdirSync(join(dataDir, "files"), { recursive: true, withFileTypes: true }).flatMap((entry) =>
		entry.isFile() ? [entry.name] : [],
	);

test("without script the composer offers to look again while its files are being read, and keeps what was typed", async () => {
	const anna = await new Person(instance).register();
	const { id } = await (
		await anna.postFiles("/chat/files", [["files", fileOf("Договор.txt", "Аренда.")]])
	).json();
	const put = (state: "reading" | "ready") =>
		db.updateTable("files").set({ state }).where("id", "=", id).execute();
	const stateIs = async (state: string) => {
		const { files } = await (await anna.fetch(`/chat/files?id=${id}`)).json();
		expect(files).toMatchObject([{ state }]);
	};
	await vi.waitFor(() => stateIs("ready"));
	const look = async () => {
		const sent = question("Недописанный вопрос", [], [["fileId", id]]);
		return (await anna.postFiles("/chat", [...sent, ["attach", ""]])).text();
	};
	const button =
		/<noscript>(?:(?!<\/noscript>).)*<button[^>]*name="attach"[^>]*>(?:(?!<\/button>).)*Обновить/s;
	await put("reading");
	const reading = await look();
	expect(reading).toMatch(button);
	expect(reading).toContain("Недописанный вопрос");
	await put("ready");
	const ready = await look();
	expect(ready).toContain(`value="${id}"`);
	expect(ready).not.toMatch(button);
	expect(ready).toContain("Недописанный вопрос");
	expect(model.requests).toEqual([]);
});
