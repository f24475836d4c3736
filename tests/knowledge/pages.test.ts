import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { drawIcons } from "../../app/icons/draw-icons.server.ts";
import { mdi } from "../../app/icons/mdi.ts";
import { faqValues } from "../../app/knowledge/faq-values.server.ts";
import { byCategory, listPages, pagesByCategory, readPages } from "../../app/knowledge/pages.server.ts";
import { ConfigError } from "../../app/platform/config.server.ts";

const folders: string[] = [];
afterAll(() => {
	for (const folder of folders) rmSync(folder, { recursive: true });
});

function folderWith(files: Record<string, string>): string {
	const folder = mkdtempSync(join(tmpdir(), "sobesednik-faq-"));
	folders.push(folder);
	for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
	return folder;
}

const page = (order: number, category = "Начало", body = "Да.") =>
	`---\ntitle: Вопрос ${order}: да?\ncategory: ${category}\norder: ${order}\nicon: devices\n---\n\n${body}\n`;

describe("pages of a folder", () => {
	test("stand in their order, with their passages and the name of the service", () => {
		const folder = folderWith({
			"b.md": page(20),
			"a.md": page(100).replaceAll("\n", "\r\n"),
			"c.md": page(5, "Данные", "Хранит {{appName}}.\n\n- раз\n- два"),
			"README.txt": "не страница",
		});
		const pages = readPages(folder, { appName: "Болтун" });
		expect(pages.map(({ slug }) => slug)).toEqual(["c", "b", "a"]);
		expect(pages[0]).toEqual({
			slug: "c",
			title: "Вопрос 5: да?",
			category: "Данные",
			order: 5,
			icon: "devices",
			body: "Хранит Болтун.\n\n- раз\n- два",
			passages: ["Хранит Болтун.", "- раз\n- два"],
		});
		expect(byCategory(pages).map(({ name, pages }) => [name, pages.length])).toEqual([
			["Данные", 1],
			["Начало", 2],
		]);
	});

	test.each([
		["no front matter", { "a.md": "просто текст" }, /a\.md: нет заголовка/],
		["a field is missing", { "a.md": page(1).replace(/icon.*\n/, "") }, /a\.md: icon/],
		["a field nobody knows", { "a.md": page(1).replace("icon:", "ikon:") }, /a\.md: /],
		["an order that is no number", { "a.md": page(1).replace("order: 1", "order: первый") }, /a\.md: order/],
		["a name that is no anchor", { "Первая страница.md": page(1) }, /имя файла/],
	])("%s: the start is stopped by a sentence that names the file", (_name, files, message) => {
		const read = () => readPages(folderWith(files as Record<string, string>), { appName: "Болтун" });
		expect(read).toThrow(ConfigError);
		expect(read).toThrow(message);
	});
});

describe("the pages that ship", () => {
	test("say the operator's term of a refund, in the right words", () => {
		const said = (days: string) => {
			const pages = readPages("content/faq", faqValues("Болтун", { "terms.refundDays": days }, false));
			return pages.find(({ slug }) => slug === "refund")?.body;
		};
		expect(said("10")).toContain("не позже чем через 10 дней");
		expect(said("21")).toContain("не позже чем через 21 день");
	});

	test("are twenty-two real ones under five headings, in Russian", () => {
		expect(listPages()).toHaveLength(22);
		expect(pagesByCategory().map(({ name }) => name)).toEqual([
			"Начало работы",
			"Чат и модели",
			"Экран и клавиатура",
			"Оплата",
			"Данные",
		]);
		for (const { title, body } of listPages()) {
			expect(title).toMatch(/^[А-ЯЁ].*\?$/);
			expect(body.length).toBeGreaterThan(200);
			expect(body).not.toContain("{{");
		}
	});

	test("have an icon that can be drawn", async () => {
		const icons = listPages().map(({ icon }) => icon);
		const drawn = await drawIcons(icons);
		for (const icon of icons)
			expect([icon, icon in mdi || (drawn[icon]?.path ?? "") !== ""]).toEqual([icon, true]);
	});

	test("keep to the voice: no «пожалуйста», no exclamations, short words do not hang at the end of a line", () => {
		for (const { title, body } of listPages()) {
			expect(`${title}\n${body}`).not.toMatch(/пожалуйста|упс|!/i);
			expect(`${title}\n${body}`).not.toMatch(/(?<![а-яё])[авикосуя] (?=\S)| —/i);
		}
	});
});
