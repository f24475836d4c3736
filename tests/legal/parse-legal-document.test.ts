import { describe, expect, test } from "vitest";
import { parseLegalDocument } from "../../app/legal/parse-legal-document.server.ts";

const HEAD = "---\nversion: v\ndate: 2026-01-02\ntitle: Бумага {{app.name}}\ndescription: О бумаге\n---\n";
const parse = (body: string) => parseLegalDocument(`${HEAD}\n${body}`);

describe("the template of a legal document", () => {
	test("numbers sections and clauses, and continues the numbers after a paragraph", () => {
		const { sections } = parse(
			"## Раз\n\n1. Один\n2. Два\n\nСлова между\n\n1. Три\n\n## Два\n\n1. Снова один\n",
		);
		expect(sections.map(({ number, id }) => [number, id])).toEqual([
			[1, "s1"],
			[2, "s2"],
		]);
		expect(sections.flatMap(({ clauses }) => clauses.map(({ number, id }) => [number, id]))).toEqual([
			["1.1.", "s1-1"],
			["1.2.", "s1-2"],
			["1.3.", "s1-3"],
			["2.1.", "s2-1"],
		]);
		expect(sections[0]?.lead).toEqual([{ tag: "p", children: ["Слова между"] }]);
	});

	test("reads the front matter and the text before the first section", () => {
		const document = parse("Вступление\n\n## Раз\n\n1. Один\n");
		expect(document.lead).toEqual([{ tag: "p", children: ["Вступление"] }]);
		expect(document).toMatchObject({ version: "v", date: "2026-01-02", description: "О бумаге" });
		expect(document.title).toEqual(["Бумага ", { detail: "app.name" }]);
	});

	test("reads emphasis, links, lists within a clause and placeholders", () => {
		const { sections } = parse("## Р\n\n1. **Ясно**: {{operator.email}}, [тут](/x).\n   - а\n   - б\n");
		expect(sections[0]?.clauses[0]?.children).toEqual([
			{ tag: "strong", children: ["Ясно"] },
			": ",
			{ detail: "operator.email" },
			", ",
			{ tag: "a", href: "/x", children: ["тут"] },
			".",
			{
				tag: "ul",
				children: [
					{ tag: "li", children: ["а"] },
					{ tag: "li", children: ["б"] },
				],
			},
		]);
	});

	test("HTML in it stays text, and a link cannot run a script", () => {
		const { sections } = parse("## Р\n\n1. <b onclick=x>жирно</b> [тут](javascript:alert(1))\n");
		const [clause] = sections[0]?.clauses ?? [];
		expect(clause?.children.every((piece) => typeof piece === "string")).toBe(true);
		expect(clause?.children.join("")).toBe("<b onclick=x>жирно</b> [тут](javascript:alert(1))");
	});

	test.each([
		["## Р\n\n1. {{operator.inn}}\n", "подстановка «{{operator.inn}}» неизвестна"],
		["# Р\n", "заголовок «#» вместо «##»"],
		["## Р\n\n1. a\n\n| a |\n|---|\n| b |\n", "такая разметка в документах не предусмотрена: «table_open»"],
	])("%j stops the start with a Russian sentence", (body, problem) => {
		expect(() => parse(body)).toThrow(problem);
	});

	test("without front matter, or with an invalid date, the start stops too", () => {
		expect(() => parseLegalDocument("## Раз\n")).toThrow("файл должен начинаться");
		expect(() => parseLegalDocument("---\nversion: 1\n---\n")).toThrow("нет строки «date: …»");
		expect(() => parseLegalDocument(HEAD.replace("2026-01-02", "завтра"))).toThrow("«завтра» не похожа");
	});
});
