import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import type { PageOfText } from "../../../../app/files/reading/document-types.ts";
import { readDocument } from "../../../../app/files/reading/read-document.server.ts";
import { REAL_DOCUMENTS } from "./folder.ts";

const R = "usr/lib/R/site-library";

async function read(path: string) {
	const folder = mkdtempSync(join(tmpdir(), "real-"));
	try {
		const bytes = readFileSync(join(REAL_DOCUMENTS, path));
		const document = join(folder, "document");
		writeFileSync(document, path.endsWith(".gz") ? gunzipSync(bytes) : bytes);
		const parts: PageOfText[] = [];
		const onPage = (part: PageOfText) => void parts.push(part);
		const outcome = await readDocument({ path: document, name: basename(path, ".gz"), onPage });
		return { outcome, find: (text: string) => parts.find((part) => part.text.includes(text)) };
	} finally {
		rmSync(folder, { recursive: true });
	}
}

/** `fetch.ts` fetches them. */
describe.skipIf(!existsSync(REAL_DOCUMENTS))("documents of the world", () => {
	test("a manual of 128 pages: the page and the section of a sentence", async () => {
		const { outcome, find } = await read(
			"installation-guide-amd64/usr/share/doc/installation-guide-amd64/ru/install.ru.pdf.gz",
		);
		expect(outcome).toMatchObject({ outcome: "read", type: "pdf", pages: 128 });
		expect(find("Поддержка дисплеев Брайля обеспечивается программой brltty")).toMatchObject({
			number: 18,
			section: "Системные требования › Поддерживаемое оборудование › Дисплеи Брайля",
		});
		// One paragraph over five lines of the page.
		expect(
			find("вы всегда должны сделать резервную копию всей информации перед переразметкой. Используя"),
		).toBeTruthy();
	});

	test("a manual of 69 pages by another program", async () => {
		const { outcome, find } = await read("maint-guide-ru/usr/share/doc/maint-guide-ru/maint-guide.ru.pdf");
		expect(outcome).toMatchObject({ outcome: "read", pages: 69 });
		expect(
			find("Большинство стороннего ПО устанавливает себя в иерархию каталогов /usr/local"),
		).toMatchObject({
			number: 21,
			section: "Изменение исходного кода › Установка файлов в их каталоги назначения",
		});
	});

	test("a card of two pages in columns", async () => {
		const { outcome, find } = await read("debian-refcard/usr/share/doc/debian-refcard/refcard-ru-a4.pdf.gz");
		expect(outcome).toMatchObject({ outcome: "read", pages: 2 });
		expect(find("Показать содержимое файла пакета")).toMatchObject({ number: 1 });
	});

	test("a book", async () => {
		const { outcome, find } = await read(
			"developers-reference-ru/usr/share/developers-reference/ru/developers-reference.epub",
		);
		expect(outcome).toMatchObject({ outcome: "read", type: "epub", pages: 0 });
		expect(find("So, you've read all the documentation")).toMatchObject({
			section: "2. Applying to Become a Member › 2.1. Приступаем к работе",
		});
	});

	test("tables of Excel, old and new", async () => {
		const { outcome, find } = await read(`r-cran-readxl/${R}/readxl/extdata/deaths.xlsx`);
		expect(outcome).toMatchObject({ outcome: "read", type: "xlsx", pages: 2 });
		expect(find("| David Bowie | musician | 69 | ИСТИНА | 08.01.1947 | 10.01.2016 |")).toMatchObject({
			number: 1,
			section: "arts",
		});
		const old = await read(`r-cran-readxl/${R}/readxl/extdata/datasets.xls`);
		expect(old.outcome).toMatchObject({ outcome: "failed", reason: "old-xls" });
	});

	test("a document of Word and a presentation", async () => {
		const word = await read(`r-cran-officer/${R}/officer/doc_examples/example.docx`);
		expect(word.outcome).toMatchObject({ outcome: "read", type: "docx" });
		expect(word.find("1. Quisque tristique\n2. Augue nisi, et convallis")).toMatchObject({
			section: "Title 2",
		});
		const slides = await read(`r-cran-officer/${R}/officer/doc_examples/example.pptx`);
		expect(slides.outcome).toMatchObject({ outcome: "read", type: "pptx", pages: 3 });
		expect(slides.find("| A | 12.23 | blah blah |")).toMatchObject({ number: 1, section: "Title" });
	});
});
