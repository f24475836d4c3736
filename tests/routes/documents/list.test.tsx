import { createMemoryRouter, RouterProvider } from "react-router";
import { describe, expect, test } from "vitest";
import { RoomNotice } from "../../../app/routes/chat/composer/notices/room-notice.tsx";
import { DocumentList } from "../../../app/routes/documents/list/document-list.tsx";
import { DocumentRow } from "../../../app/routes/documents/list/document-row.tsx";
import { Found } from "../../../app/routes/documents/list/found.tsx";
import type { Problem } from "../../../app/routes/documents/list/problem.ts";
import { ProblemBanner } from "../../../app/routes/documents/list/problem-banner.tsx";
import type { ListedDocument } from "../../../app/routes/documents/load/load-list.server.ts";
import { page } from "../page.tsx";

const CONTRACT: ListedDocument = {
	id: "5bd3a9a4-6f0e-4a39-9d42-54e7a1c86f10",
	name: "Договор.pdf",
	bytes: 1_258_291,
	type: "pdf",
	state: "ready",
	failure: null,
	pages: 14,
	pagesRead: null,
	createdAt: 0,
	kept: true,
	asPictures: false,
	replaces: null,
	added: "today",
	uses: null,
	notReplacedBy: null,
};

function row(file: Partial<ListedDocument>) {
	const document = { ...CONTRACT, ...file };
	const element = <DocumentRow file={document} collectionId={null} someSee={true} onDelete={() => {}} />;
	return page(<RouterProvider router={createMemoryRouter([{ path: "/", element }])} />);
}

test("without script the list can be loaded anew while one of its documents is being read, and not after; never by itself", () => {
	const list = (state: ListedDocument["state"]) => {
		const documents = [CONTRACT, { ...CONTRACT, id: "2", state }];
		const element = <DocumentList documents={documents} collectionId={null} someSee={true} />;
		return page(<RouterProvider router={createMemoryRouter([{ path: "/", element }])} />).html;
	};
	for (const state of ["waiting", "reading"] as const) {
		expect(list(state)).toMatch(/<noscript><a [^>]*>.*Обновить список/);
		expect(list(state)).not.toContain("http-equiv");
	}
	for (const state of ["ready", "failed"] as const) expect(list(state)).not.toContain("Обновить список");
});

describe("a document in the list", () => {
	test.each<[what: string, file: Partial<ListedDocument>, words: string]>([
		["has been read", {}, "PDF · 14 стр. · 1,2 МБ"],
		["waits", { state: "waiting", pages: null }, "Ждёт чтения"],
		["is read, and nobody knows yet how long it is", { state: "reading", pages: null }, "Читаем…"],
		[
			"is read as another one's next version",
			{ state: "reading", replaces: "x", pagesRead: 4 },
			"Прочитаем и поставим вместо прежнего",
		],
		[
			"is a scan whose pages are made into pictures",
			{ state: "waiting", pages: 2, asPictures: true },
			"Готовим картинки страниц",
		],
		[
			"could not be read as another one's next version",
			{ state: "failed", failure: "encrypted", replaces: "x" },
			"Прежний документ не заменён.",
		],
		[
			"has not been replaced",
			{ notReplacedBy: "Новый.pdf" },
			"Не заменён: файл «Новый.pdf» не прочитан. Остался этот.",
		],
		["could not be read", { state: "failed", failure: "encrypted" }, "Документ защищён паролем"],
	])("that %s says so", (_, file, words) => {
		expect(row(file).text).toContain(words);
		expect(row(file).html).not.toContain("<progress");
	});

	test("that is read page by page says how far, in words and as a bar that screen readers leave out", () => {
		const { html, text } = row({ state: "reading", pages: 6, pagesRead: 4 });
		expect(text).toContain("Читаем… страница 4 из 6");
		expect(html).toMatch(/<progress class="progress" max="6" value="4" aria-hidden="true">/);
		expect(html).toMatch(/<div class="doc-row" aria-busy="true">/);
		expect(html).not.toContain('class="doc-name" href');
	});

	test("is its own small picture where it is looked at: a picture, and a scan whose pages are shown; not before it is ready", () => {
		const small = `<img src="/files/picture?id=${CONTRACT.id}&amp;n=1&amp;size=small" alt=""`;
		expect(row({ name: "План.jpg", type: "jpeg", pages: null }).html).toContain(small);
		expect(row({ asPictures: true }).html).toContain(small);
		for (const file of [
			{},
			{ type: "jpeg", state: "reading" as const },
			{ asPictures: true, state: "failed" as const },
		])
			expect(row(file).html).not.toContain("<img");
	});
});

test.each<[why: string, problem: Problem, words: string]>([
	["no file was chosen", { problem: "nothing" }, "Выберите файл и нажмите «Загрузить»."],
	["a collection is full", { problem: "full-collection" }, "В подборке"],
	[
		"two of three were refused",
		{
			problem: "refused",
			of: 3,
			refused: [
				{ name: "Чертежи.dwg", bytes: 9, problem: "empty" },
				{ name: "Архив.pdf", bytes: 60 * 1024 ** 2, problem: "too-large", limit: 50 * 1024 ** 2 },
			],
		},
		"2 файла из 3 не загружены. «Чертежи.dwg»: Файл пустой. Прикреплять нечего. «Архив.pdf»: Файл больше 50 МБ: 60 МБ",
	],
	[
		"the only one was refused",
		{ problem: "refused", of: 1, refused: [{ name: "а.txt", bytes: 0, problem: "empty" }] },
		"Файл не загружен. «а.txt»: Файл пустой",
	],
])("the banner above the list says why a form came back: %s", (_, problem, words) => {
	const { html, text } = page(<ProblemBanner problem={problem} />);
	expect(text).toContain(words);
	expect(html).toContain(problem.problem === "nothing" ? 'role="status"' : 'role="alert"');
});

test("the room for files is said to be over where none is left, and almost over where some is", () => {
	const notice = (used: number) => {
		const element = <RoomNotice room={{ used, of: 3_000_000 }} />;
		return page(<RouterProvider router={createMemoryRouter([{ path: "/", element }])} />).html;
	};
	expect(notice(2_950_000)).toMatch(/почти не\sосталось/);
	expect(notice(2_950_000)).not.toContain("нельзя");
	expect(notice(3_000_000)).toContain("новые прикрепить нельзя");
});

test("a place that a search has found is named as a citation names it: a sheet of a table is no page", () => {
	const hit = { fileId: "1", n: 1, page: 1, section: "Смета", quote: [] };
	const view = { sort: "new", page: 1, collectionId: null } as const;
	const hits = ["Смета.xlsx", "План.pptx", "Договор.pdf"].map((name, n) => ({ ...hit, n, name }));
	const element = <Found hits={hits} more={false} query="смета" view={view} />;
	const { html } = page(<RouterProvider router={createMemoryRouter([{ path: "/", element }])} />);
	const places = [...html.matchAll(/<small>(.*?)<\/small>/g)].map(([, place]) => place);
	expect(places.map((place) => place?.replaceAll("\u00a0", " "))).toEqual([
		"лист «Смета»",
		"слайд 1",
		"стр. 1",
	]);
});
