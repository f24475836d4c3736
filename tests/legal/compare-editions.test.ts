import { describe, expect, test } from "vitest";
import { align } from "../../app/legal/editions/align.server.ts";
import { compareEditions } from "../../app/legal/editions/compare-editions.server.ts";
import { parseLegalDocument } from "../../app/legal/parse-legal-document.server.ts";
import { readDetails } from "../../app/operator/read-details.server.ts";

const details = readDetails("content/no-such-operator.json", { name: "Чат", url: "https://chat.example.ru" });
const edition = (body: string) =>
	parseLegalDocument(
		`---\nversion: 2026-01-01\ndate: 2026-01-01\ntitle: Оферта\ndescription: О\n---\n\n${body}\n`,
	);
const marked = (runs: { text: string; isSame: boolean }[] | undefined) =>
	runs?.map(({ text, isSame }) => (isSame ? text : `[${text}]`)).join(" ");

describe("two editions side by side", () => {
	const before = edition(
		"## Оплата\n\n1. Оплата вносится вперёд.\n2. Не позднее чем за 3 дня исполнитель предупреждает письмом с суммой и днём.\n3. Лишний пункт про голубей.\n\n## Прочее\n\n1. Исполнитель: {{app.name}}.\n",
	);
	const after = edition(
		"## Оплата\n\n1. Оплата вносится вперёд.\n2. Не позднее чем за 5 дней исполнитель предупреждает письмом с суммой, днём и способом отказаться.\n3. Отказаться можно когда угодно.\n\n## Прочее\n\n1. Исполнитель: {{app.name}}.\n",
	);
	const found = compareEditions(before, after, details);

	test("a clause that was changed stands beside itself, with its words marked", () => {
		const [changed] = found.differences;
		expect([changed?.before?.number, changed?.after?.number]).toEqual(["1.2.", "1.2."]);
		expect(marked(changed?.before?.runs)).toBe(
			"Не позднее чем за [3 дня] исполнитель предупреждает письмом с [суммой] и [днём.]",
		);
		expect(marked(changed?.after?.runs)).toBe(
			"Не позднее чем за [5 дней] исполнитель предупреждает письмом с [суммой, днём] и [способом отказаться.]",
		);
	});

	test("what nothing is like stands alone; all that is the same is counted, with details in their places", () => {
		expect([found.changed, found.added, found.removed]).toEqual([1, 1, 1]);
		expect(found.differences.find(({ after: one }) => !one)?.before?.runs).toEqual([
			{ text: "Лишний пункт про голубей.", isSame: false },
		]);
		expect(found.same.map(({ text }) => text)).toEqual([
			"Оферта",
			"Оплата",
			"Оплата вносится вперёд.",
			"Прочее",
			"Исполнитель: Чат.",
		]);
	});

	test("a no-break space stays one", () => {
		const text = (end: string) =>
			edition(`## Оплата\n\n1. Файлы хранятся в\u00a0России год и удаляются ${end}.\n`);
		const { differences } = compareEditions(text("сразу"), text("потом"), details);
		expect(marked(differences[0]?.after?.runs)).toBe("Файлы хранятся в\u00a0России год и удаляются [потом.]");
	});

	test("a clause that has grown is the same clause", () => {
		const short = "Поставщик модели получает тексты сообщений чата, чтобы на них ответить.";
		const more =
			"Кроме того, он получает отрывки файлов, их названия, уменьшенные копии картинок и страниц сканов, ваши инструкции и то, что вы написали о себе, если вы сами это включили.";
		const grown = compareEditions(
			edition(`## Р\n\n1. ${short}`),
			edition(`## Р\n\n1. ${short} ${more}`),
			details,
		);
		expect([grown.changed, grown.added, grown.removed]).toEqual([1, 0, 0]);
	});

	test("an edition is no different from itself", () => {
		expect(compareEditions(before, before, details)).toMatchObject({ differences: [], changed: 0 });
	});
});

describe("lists side by side", () => {
	const sides = (a: string, b: string) =>
		align([...a], [...b], (one, other) => one === other).map((step) => `${step.a ?? "-"}${step.b ?? "-"}`);

	test.each([
		["", "", []],
		["ab", "", ["a-", "b-"]],
		["", "ab", ["-a", "-b"]],
		["abcd", "axcd", ["aa", "b-", "-x", "cc", "dd"]],
		["aa", "aaa", ["aa", "aa", "-a"]],
		["abc", "cab", ["-c", "aa", "bb", "c-"]],
	])("%s and %s", (a, b, expected) => {
		expect(sides(a, b)).toEqual(expected);
	});

	test("of two that are too long what is between their ends stands apart, and nothing is lost", () => {
		const long = (word: string) => ["start", ...Array.from({ length: 600 }, (_, i) => `${word}${i}`), "end"];
		const steps = align(long("a"), [...long("b")], (one, other) => one === other);
		expect(steps).toHaveLength(2 + 1200);
		expect(steps.filter((step) => step.a && step.b)).toHaveLength(2);
	});
});
