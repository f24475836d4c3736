import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { quoteAround } from "../../app/files/library/quote.server.ts";
import { findPassages } from "../../app/files/passages/find-passages.server.ts";
import { queryOf } from "../../app/files/passages/passage-query.server.ts";
import { termOf } from "../../app/files/passages/passage-terms.server.ts";
import { scorePassages } from "../../app/files/passages/rank-passages.server.ts";
import { rootOf } from "../../app/files/passages/word-root.server.ts";
import { stem } from "../../app/knowledge/stem.server.ts";
import type { Db } from "../../app/platform/db/connection.server.ts";
import { somebody } from "../chat/people.ts";
import { eachDatabase } from "../support/database/databases.ts";
import { blobsOf, readQueued, send } from "./stored.ts";

const FILLING = "Прочие условия без особенностей, о которых здесь нечего сказать. ".repeat(12);

/** A Markdown file of sections, each a passage of its own. */
const sections = (texts: [heading: string, text: string][]) =>
	texts.map(([heading, text]) => `# ${heading}\n\n${text} ${FILLING}`).join("\n\n");

eachDatabase((openTestDb, name) => {
	const open = async () => {
		const db = await openTestDb();
		const parts = { db, blobs: blobsOf(db) };
		const me = await somebody(db);
		const add = async (name: string, text: string) => {
			const id = await send(parts, me, name, text);
			await readQueued(parts);
			return id;
		};
		const find = async (ids: string[], question: string, before = "") => {
			const found = await findPassages(db, me, ids, question, 8, before);
			const rows = await db.selectFrom("passages").select(["file_id", "n", "section"]).execute();
			return found.map(({ fileId, n }) => rows.find((row) => row.file_id === fileId && row.n === n)?.section);
		};
		return { db, me, add, find };
	};

	test("the passage whose words stand together comes before those that have them apart, and a heading counts", async () => {
		const { add, find } = await open();
		const id = await add(
			"Договор.md",
			sections([
				["Оплата", `Срок назван ниже. ${FILLING} Возврат невозможен. ${FILLING} Депозит хранится в банке.`],
				["Расторжение", "Срок возврата депозита — шестьдесят дней."],
				["Прочее", "Стороны договорились о тишине."],
			]),
		);
		expect((await find([id], "Какой срок возврата депозита?"))[0]).toBe("Расторжение");
		expect((await find([id], "оплата"))[0]).toBe("Оплата");
	});

	test("a word with a stress or a soft hyphen is that word, and a quotation marks it as it stands", async () => {
		const { add, find } = await open();
		const id = await add(
			"Сказки.md",
			sections([
				["Один", "Старинный за\u0301мок стоит на горе."],
				["Два", "Дво\u00adрец построили позже."],
			]),
		);
		expect(await find([id], "замок")).toEqual(["Один"]);
		expect(await find([id], "дворе\u0301ц")).toEqual(["Два"]);
		const quote = quoteAround("Старинный за\u0301мок стоит.", (word) => word === "замок");
		expect(quote.filter(({ hit }) => hit)).toEqual([{ text: "за\u0301мок", hit: true }]);
	});

	test("related words are found, other roots are not", async () => {
		const { add, find } = await open();
		const id = await add(
			"Руководство.md",
			sections([
				["Один", "Загрузочный диск готовят заранее."],
				["Два", "Грузовик подъехал к складу."],
			]),
		);
		expect(await find([id], "загрузка")).toEqual(["Один"]);
	});

	test("a word that the stemmer takes for a verb in one of its forms is found by the others, of its root alone", async () => {
		const { add, find } = await open();
		const id = await add(
			"Договор.md",
			sections([
				["Один", "Залог и депозит хранятся в банке."],
				["Два", "Размер депозита назван ниже."],
				["Три", "Выдача кредита, ёмкость склада."],
				["Четыре", "Столица региона."],
			]),
		);
		for (const question of ["депозит", "депозита"])
			expect((await find([id], question)).sort()).toEqual(["Два", "Один"]);
		expect(await find([id], "кредит")).toEqual(["Три"]);
		expect(await find([id], "ёмкости")).toEqual(["Три"]);
		expect(await find([id], "стол")).toEqual([]);
	});

	test("a question of few words leans on the one before, one of its own words does not", async () => {
		const { add, find } = await open();
		const id = await add(
			"Договор.md",
			sections([
				["Депозит", "Депозит возвращается за шестьдесят дней."],
				["Ремонт", "Ремонт крыши оплачивает владелец дома."],
			]),
		);
		expect(await find([id], "А подробнее?", "Когда вернётся депозит?")).toEqual(["Депозит"]);
		expect((await find([id], "Кто оплачивает ремонт крыши?", "Когда вернётся депозит?"))[0]).toBe("Ремонт");
	});

	test("only the attached files are searched, and only of their account", async () => {
		const { db, add, find } = await open();
		const [one, two] = [
			await add("1.md", sections([["Раз", "Яблоки зимние."]])),
			await add("2.md", "Яблоки."),
		];
		expect(await find([one], "яблоки")).toEqual(["Раз"]);
		expect(await find([two], "яблоки")).toHaveLength(1);
		expect(await findPassages(db, await somebody(db), [one], "яблоки")).toEqual([]);
		expect(await find([one, two], "слоны")).toEqual([]);
		expect(await find([one], "и на в?")).toEqual([]);
	});

	test.runIf(name === "SQLite")(
		"two files among many that all have the word: only theirs are found",
		async () => {
			const { db, me, add, find } = await open();
			const first = await add("1.md", sections([["Первый", "Договор аренды."]]));
			await fillWith(db, me, 16_000, "договор");
			const last = await add("2.md", sections([["Последний", "Договор подряда."]]));
			expect((await find([first, last], "договор")).sort()).toEqual(["Первый", "Последний"]);
			expect((await find([first, last], "договор подряда"))[0]).toBe("Последний");
		},
	);

	test("a word that stands everywhere still finds something, and quotes in a question break nothing", async () => {
		const { add, find } = await open();
		const id = await add(
			"1.md",
			sections(Array.from({ length: 12 }, (_, i) => [`${i}`, "Особенное условие."])),
		);
		expect(await find([id], `особенное "условие' OR * NEAR(`)).toHaveLength(8);
	});
});

/** A file of so many passages, each of which is one word. */
async function fillWith(db: Db, account: string, count: number, word: string) {
	const file = { id: "filling", account_id: account, sha256: "", blob: "filling", bytes: 1, name: "a.txt" };
	await db
		.insertInto("files")
		.values({ ...file, type: "text", state: "ready", failure: null, passages: count, created_at: 1 })
		.execute();
	await sql`insert into passages (file_id, n, page, text, tokens)
		with recursive counted(n) as (select 1 union all select n + 1 from counted where n < ${count})
		select ${file.id}, n, 0, ${word}, 1 from counted`.execute(db);
	await sql`insert into passage_words (rowid, heading, words)
		select id, '', ${termOf(account, stem(word))} from passages where file_id = ${file.id}`.execute(db);
}

describe("the rank of a passage", () => {
	const terms = (words: string[]) => words.map((word) => ({ stem: stem(word), weight: 1, idf: 1 }));
	const score = (text: string, words: string[], section: string | null = null) =>
		scorePassages([{ section, text }], terms(words))[0] ?? 0;

	test("a table of contents falls behind the text", () => {
		const contents = "Возврат депозита … 5\nОплата … 6\nРемонт … 9\nРасторжение … 12";
		expect(score(contents, ["возврат", "депозит"])).toBeLessThan(
			score("Возврат депозита описан здесь подробно и с примерами.", ["возврат", "депозит"]),
		);
	});

	test("another form counts whole, a word of the same root half, none nothing", () => {
		const [same, related, none] = ["загрузки", "загрузочный", "разгрузка"].map((word) =>
			score(`${word} чего-то`, ["загрузка"]),
		);
		expect(same).toBeGreaterThan(related ?? 0);
		expect(related).toBeGreaterThan(0);
		expect(none).toBe(0);
	});

	test.each([
		["загрузка", "загрузочный", true],
		["удаление", "удаляете", true],
		["установка", "установить", true],
		["шифрование", "зашифрованный", false],
		["стол", "столица", false],
		["debian", "debianize", false],
	])("%s and %s", (one, other, related) => {
		expect(rootOf(stem(one)) === rootOf(stem(other))).toBe(related);
	});
});

test("what a question is searched by: no stop words, the common verbs half, at most so many", () => {
	expect(
		queryOf("Что будет с депозитом и возвратом по новому договору?").map(({ weight }) => weight),
	).toEqual([0.5, 1, 1, 1, 1]);
	expect(queryOf("слово ".repeat(9))).toHaveLength(1);
	expect(queryOf(Array.from({ length: 99 }, (_, i) => `слово${i}`).join(" "))).toHaveLength(24);
	expect(queryOf("")).toEqual([]);
});

test("of a question as long as a book, which an import may bring, the beginning is searched", () => {
	const long = `${"сорокою ".repeat(10_000)}зимородок`;
	expect(queryOf("", long)).toHaveLength(1);
	expect(queryOf(long)).toHaveLength(1);
});
