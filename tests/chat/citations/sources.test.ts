import { expect, test } from "vitest";
import { quoteOf, withQuotes } from "../../../app/chat/citations/keep-quotes.server.ts";
import { withNumbersOf } from "../../../app/chat/citations/renumber.server.ts";
import { sourceOf } from "../../../app/chat/citations/source.ts";
import type { BranchFiles } from "../../../app/chat/context/branch-files.server.ts";
import { readDocuments } from "../../../app/chat/context/documents.server.ts";
import { readDocumentsAgain } from "../../../app/chat/context/given-again.server.ts";
import type { GivenDocument } from "../../../app/chat/context/given-documents.server.ts";
import { eraseUnattached } from "../../../app/files/erase-files.server.ts";
import { readTextPage } from "../../../app/files/passages/read-text-page.server.ts";
import { blobsOf, readQueued, send } from "../../files/stored.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { somebody } from "../people.ts";

const LARGE = Array.from({ length: 60 }, (_, i) => `Пункт ${i + 1}. ${"Слова для длины. ".repeat(60)}`).join(
	"\n\n",
);

const document = (more: Partial<GivenDocument>): GivenDocument => ({
	file: "f",
	name: "a.txt",
	first: 1,
	of: 3,
	passages: null,
	found: 3,
	...more,
});

eachDatabase((openTestDb) => {
	const open = async () => {
		const db = await openTestDb();
		const parts = { db, blobs: blobsOf(db) };
		const me = await somebody(db);
		return { db, parts, me };
	};

	test("the places and the words of what a text cites are kept with its sources, and stay without the document", async () => {
		const { db, parts, me } = await open();
		const file = await send(parts, me, "Договор.txt", LARGE);
		await readQueued(parts);
		const given = [document({ file, of: 60, passages: [7, 8, 9] })];
		const sources = await withQuotes(db, JSON.stringify(given), "Так [2], и [2], но не [4] и не `[3]`.");
		const [kept] = JSON.parse(sources) as GivenDocument[];
		expect(kept?.cited).toEqual([
			{ n: 2, page: 0, section: null, quote: expect.stringMatching(/^Пункт 8\. Слова.*…$/) },
		]);
		await eraseUnattached(parts, me, [file]);
		expect(await withQuotes(db, sources, "Так [2].")).toBe(sources);
		expect(await withQuotes(db, sources, "Ничего.")).toBe(sources);
	});

	test("an answer that goes on is given the same passages under the same numbers, without files that were removed", async () => {
		const { db, parts, me } = await open();
		const one = await send(parts, me, "Один.txt", "Яблоки.");
		const two = await send(parts, me, "Два.txt", LARGE);
		await readQueued(parts);
		const files = [one, two].map((id, at): BranchFiles["files"][number] => ({
			...{ id, promptId: "p", collected: false, name: "n", state: "ready", extent: null },
			...{ pages: 0, tokens: at === 0 ? 200 : 90_000, passages: at === 0 ? 1 : 60 },
		}));
		const branch = { files, promptId: "p", promptBefore: "" };
		const first = await readDocuments(db, me, branch, 20_000);
		const again = await readDocumentsAgain(db, branch, first?.given ?? []);
		expect(again.given).toEqual(first?.given);
		expect(again.prompts.map(({ text }) => text)).toEqual(first?.prompts.map(({ text }) => text));
		const left = await readDocumentsAgain(db, { ...branch, files: files.slice(1) }, first?.given ?? []);
		expect(left.prompts[0]?.text).not.toContain("Яблоки");
		expect(left.prompts[0]?.text).toContain('<passage n="2"');
	});

	test("a page of text is a part of the document, the owner's alone", async () => {
		const { db, parts, me } = await open();
		const file = await send(parts, me, "Договор.txt", LARGE);
		expect(await readTextPage(db, me, file, 1)).toMatchObject({ state: "waiting", passages: [], of: 0 });
		await readQueued(parts);
		const page = await readTextPage(db, me, file, 45);
		expect(page).toMatchObject({ of: 60, earlier: 21, later: null });
		expect(page?.passages.map(({ n }) => n)).toEqual(Array.from({ length: 20 }, (_, i) => 41 + i));
		expect(await readTextPage(db, me, file, 20)).toMatchObject({ earlier: null, later: 21 });
		expect(await readTextPage(db, me, file, 61)).toBeUndefined();
		expect(await readTextPage(db, me, file, 0)).toBeUndefined();
		expect(await readTextPage(db, await somebody(db), file, 1)).toBeUndefined();
	});
});

test("a quote is one line of words, cut at a word's end", () => {
	expect(quoteOf("## Глава\n\nТекст\n  дальше\n\n| А | Б |\n| --- | --- |\n| 1 | 2 |")).toBe(
		"Глава Текст дальше А Б 1 2",
	);
	const long = quoteOf("слово ".repeat(200));
	expect(long).toMatch(/слово…$/);
	expect(long.length).toBeLessThanOrEqual(301);
});

test("a number leads to the document and the passage that it was given for, or nowhere", () => {
	const given = [document({}), document({ file: "g", name: "b.pdf", first: 4, of: 90, passages: [17, 18] })];
	const at = { conversationId: "c", answerId: "m" };
	expect(sourceOf(given, 3, at)?.href).toBe("/documents?file=f&passage=3&c=c&m=m#passage-3");
	expect(sourceOf(given, 5, at)?.href).toBe("/documents?file=g&passage=18&c=c&m=m#passage-18");
	for (const n of [0, 6, 99, -1, 1.5, Number.NaN]) expect(sourceOf(given, n, at)).toBeUndefined();
	expect(sourceOf([document({ gone: true })], 1, at)).toMatchObject({ href: null, name: "a.txt" });
});

test("an earlier answer is shown to the model with the numbers of now", () => {
	const before = JSON.stringify([document({ passages: [5, 6] }), document({ file: "g", first: 3, of: 2 })]);
	const now = [document({ file: "g", of: 2 }), document({ first: 3, passages: [6] })];
	expect(
		withNumbersOf("Раз [1]. Два [2], три [3][4]; [99].", { sources: before, last_page: null }, now),
	).toBe("Раз. Два [3], три [1][2]; [99].");
	expect(withNumbersOf("Раз [1].", { sources: null, last_page: null }, now)).toBe("Раз [1].");
});
