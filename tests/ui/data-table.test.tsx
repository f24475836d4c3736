import { describe, expect, test } from "vitest";
import { Chip } from "../../app/ui/chip.tsx";
import { DataTable } from "../../app/ui/data-table.tsx";
import type { Column, TableView } from "../../app/ui/data-table-view.ts";
import { page } from "../routes/page.tsx";

type Row = { id: string; date: string; sum: string };

const COLUMNS: Column<Row>[] = [
	{ key: "date", title: "Дата", sortable: true, phone: "under", cell: ({ date }) => date },
	{ key: "state", title: "Статус", phone: "under-end", cell: () => <Chip>Оплачено</Chip> },
	{ key: "sum", title: "Сумма", sortable: true, variant: "end", phone: "end", cell: ({ sum }) => sum },
	{ key: "receipt", title: "Чек", titleHidden: true, cell: () => null },
];
const ROWS: Row[] = [
	{ id: "a", date: "14 ноября", sum: "390,00 ₽" },
	{ id: "b", date: "14 октября", sum: "990,00 ₽" },
];
const hrefOf = ({ page, rows, sort, descending }: TableView) =>
	`/payment?page=${page}&rows=${rows}&sort=${sort}&order=${descending ? "desc" : "asc"}#history`;

function draw(view: Partial<TableView> = {}, { rows = ROWS, total = 12 } = {}) {
	return page(
		<DataTable
			labelledBy="history"
			label="История платежей"
			columns={COLUMNS}
			rows={rows}
			keyOf={({ id }) => id}
			marksOf={({ id }) => ({ "data-payment-id": id })}
			view={{ page: 1, rows: 5, sort: "date", descending: true, ...view }}
			total={total}
			hrefOf={hrefOf}
			empty={{ icon: "receipt-text-outline", text: "Здесь появятся чеки." }}
		/>,
	);
}

test("S-9.5 the rows of a page are chosen after «Строк на странице:», out of 5, 10 and 25", () => {
	const { html } = draw({ rows: 10 });
	const [, id] = /<label for="([^"]+)">Строк на странице:<\/label>/.exec(html) ?? [];
	const [, options = ""] =
		new RegExp(`<select id="${id}"[^>]*name="rows"[^>]*>(.*?)</select>`).exec(html) ?? [];
	expect([...options.matchAll(/value="(\d+)"/g)].map((match) => match[1])).toEqual(["5", "10", "25"]);
	expect(options).toMatch(/<option value="10" selected=""/);
});

test("S-9.19 the choice of rows stands in the filled box", () => {
	expect(draw().html).toMatch(
		/<div class="field field-compact"><div class="field-box"><select[^>]*class="input/,
	);
});

test("S-9.6 a table without rows says «Отсутствуют данные» and stays a table with all its columns", () => {
	const { html, text } = draw({}, { rows: [], total: 0 });
	expect(text).toContain("Отсутствуют данные");
	expect(text).toContain("0–0 из 0");
	expect(html).toMatch(/<td [^>]*colSpan="4">/i);
	expect(html.match(/aria-disabled="true"/g)).toHaveLength(4);
});

describe("paging", () => {
	const waysOf = (html: string) =>
		Object.fromEntries(
			[...html.matchAll(/<a (?=[^>]*class="icon-btn")([^>]*)>(.*?)<\/a>/g)].map(
				([, attributes = "", content]) => [
					/<span class="sr-only">([^<]*)</.exec(content ?? "")?.[1],
					/href="([^"]*)"/.exec(attributes)?.[1]?.replaceAll("&amp;", "&"),
				],
			),
		);

	test("says which rows of how many are shown", () => {
		expect(draw({ page: 3 }).text).toContain("11–12 из 12");
	});

	test("leads by links, so that it needs no script, and keeps the order", () => {
		expect(waysOf(draw({ page: 2, descending: false }).html)).toEqual({
			"Первая страница": "/payment?page=1&rows=5&sort=date&order=asc#history",
			"Предыдущая страница": "/payment?page=1&rows=5&sort=date&order=asc#history",
			"Следующая страница": "/payment?page=3&rows=5&sort=date&order=asc#history",
			"Последняя страница": "/payment?page=3&rows=5&sort=date&order=asc#history",
		});
	});

	test("leads nowhere from the ends", () => {
		const { html } = draw();
		expect(waysOf(html)).toMatchObject({ "Первая страница": undefined, "Предыдущая страница": undefined });
		expect(waysOf(draw({ page: 3 }).html)).toMatchObject({ "Последняя страница": undefined });
	});

	test("by the form of rows keeps the order too, and begins anew", () => {
		const [form = ""] = /<form.*<\/form>/.exec(draw({ page: 2, sort: "sum" }).html) ?? [];
		expect(form).toMatch(/^<form (?=[^>]*method="get")[^>]*action="\/payment#history"/);
		const hidden = [...form.matchAll(/<input type="hidden" name="(\w+)" value="(\w+)"/g)];
		expect(hidden.map(([, name, value]) => [name, value])).toEqual([
			["page", "1"],
			["sort", "sum"],
			["order", "desc"],
		]);
		expect(form).toContain("<noscript><button");
	});
});

describe("the order", () => {
	const head = (view: Partial<TableView>, title: string) =>
		new RegExp(`<th[^>]*>(?:<a [^>]*>)${title}`).exec(draw(view).html)?.[0] ?? "";

	test("is told of the column it is by, and turned round by it", () => {
		expect(head({}, "Дата")).toContain('aria-sort="descending"');
		expect(head({}, "Дата")).toContain("order=asc");
		expect(head({}, "Дата")).toContain("Активируйте для упорядочивания по возрастанию.");
		expect(head({ descending: false }, "Дата")).toContain('aria-sort="ascending"');
	});

	test("by another column begins with the greatest, on the first page", () => {
		expect(head({ page: 3 }, "Сумма")).toContain("page=1&amp;rows=5&amp;sort=sum&amp;order=desc");
		expect(head({}, "Сумма")).not.toContain("aria-sort");
	});
});

test("outside tools find each row once", () => {
	expect(draw().html.match(/data-payment-id="[ab]"/g)).toEqual([
		'data-payment-id="a"',
		'data-payment-id="b"',
	]);
});
