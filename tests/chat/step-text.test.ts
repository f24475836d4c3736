import i18next, { type TFunction } from "i18next";
import { expect, test } from "vitest";
import type { ShownStep } from "../../app/chat/tools/shown-step.ts";
import { foldedText, stepText, stepWords } from "../../app/chat/tools/step-text.ts";
import { visibleArguments } from "../../app/chat/tools/visible-arguments.server.ts";
import steps from "../../app/i18n/ru/steps.ts";
import { stepIcon } from "../../app/routes/chat/message/steps/step-icon.ts";

const instance = i18next.createInstance();
await instance.init({ lng: "ru", resources: { ru: { steps } }, interpolation: { escapeValue: false } });
const t = instance.getFixedT("ru", "steps") as TFunction<"steps">;

const step = (changed: Partial<ShownStep>): ShownStep => ({
	...{ id: "a.1.1", tool: "read_page", server: null, title: "Чтение страницы", state: "failed" },
	...{ args: '{"url":"https://www.cian.ru/kazan"}', summary: null, code: null, errorCode: "timeout" },
	...{ sources: [], pictures: [], ms: null, startedAt: null, ...changed },
});

test.each<[string, Partial<ShownStep>, string]>([
	["a site that is silent", {}, "Не удалось прочитать cian.ru: сайт не ответил"],
	["a page that is closed", { errorCode: "refused" }, "Не удалось прочитать cian.ru: закрыт для чтения"],
	["what says that it failed", { tool: "run_code", errorCode: "failed" }, "Вычисление не получилось"],
	[
		"what its tool says of why",
		{ tool: "run_code", errorCode: "timeout", summary: "деление на ноль" },
		"Вычисление не получилось: деление на ноль",
	],
	["a code that has no words", { errorCode: "odd" }, "Не удалось прочитать cian.ru"],
	["another server's", { server: "s", title: "Запись", errorCode: "failed" }, "Запись: не получилось"],
	[
		"a tool that there is not",
		{ tool: "s__odd", title: "Неизвестный инструмент", errorCode: "unknown-tool" },
		"Неизвестный инструмент: недоступно",
	],
	[
		"a tool that was not to be had",
		{ tool: "search_web", args: '{"query":"ставка"}', errorCode: "unknown-tool" },
		"Поиск: «ставка»: недоступно",
	],
	[
		"a refusal",
		{ server: "s", title: "Запись", state: "denied", errorCode: null },
		"Запись: вы не разрешили",
	],
	[
		"a question instead of a decision",
		{ server: "s", title: "Запись", state: "denied", errorCode: "question" },
		"Запись: не\u00a0выполнено",
	],
	[
		"a week without a decision",
		{ server: "s", title: "Запись", state: "denied", errorCode: "time" },
		"Запись: не\u00a0выполнено",
	],
	["a call that waits", { server: "s", title: "Запись", state: "waiting" }, "Запись: ждёт разрешения"],
])("the words of a step: %s", (_, changed, text) => {
	expect(stepText(step(changed), t)).toBe(text);
});

test("a step that was denied is a circle with a slash", () => {
	expect(stepIcon(step({ state: "denied" }))).toBe("cancel");
});

test("the name of a site and the reason are known apart, and of what waits only its name", () => {
	expect(stepWords(step({}), t)).toEqual({
		text: "Не удалось прочитать cian.ru",
		site: "cian.ru",
		reason: "сайт не ответил",
	});
	const waits = step({ server: "s", title: "Запись", state: "waiting" });
	expect(stepWords(waits, t)).toEqual({ text: "Запись", site: "", reason: null });
});

test("steps that are folded are called done as far as they were, and how many have failed", () => {
	const search = step({ tool: "search_web", state: "done" });
	const other = step({ server: "s", title: "Погода" });
	expect(foldedText([search, search], t)).toBe("Сделано 2 шага: 2 поиска");
	expect(foldedText([search, other], t)).toBe(
		"Сделано 1 из\u00a02, не\u00a0получилось\u00a01: поиск, «Погода»",
	);
	expect(foldedText([other, step({ state: "denied" })], t)).toBe(
		"Сделано 0 из\u00a02, не\u00a0получилось\u00a01: «Погода», страница",
	);
	// What the person has denied or stopped is no failure.
	expect(foldedText([search, step({ state: "denied" }), step({ state: "stopped" })], t)).toBe(
		"Сделано 1 из\u00a03: поиск, 2 страницы",
	);
	const odd = step({ tool: "s__odd", title: "Неизвестный инструмент", errorCode: "unknown-tool" });
	expect(foldedText([search, odd, odd], t)).toBe(
		"Сделано 1 из\u00a03, не\u00a0получилось\u00a02: поиск, «Неизвестный инструмент» × 2",
	);
});

test("what a step is about is cut between characters", () => {
	const query = `${"а".repeat(79)}🦔🦔`;
	const search = step({ tool: "search_web", state: "done", args: JSON.stringify({ query }) });
	expect(stepText(search, t)).toContain(`${"а".repeat(79)}🦔…`);
});

test.each([
	['{"to":"счёт \u202e40817"}', "счёт \\u202e40817"],
	['{"to":"счёт \\u202E40817"}', "счёт \\u202e40817"],
	// No escape: a backslash and a letter.
	['{"to":"C:\\\\u202e \\n \\u0041"}', "C:\\u202e \n A"],
	['{"to":"👨‍👩‍👧 —"}', "👨‍👩‍👧 —"],
	// Half of a character is none.
	['{"to":"\\ud83e\\udd94 \\ud83e \\uDD94"}', "🦔 \\ud83e \\udd94"],
])("marks that hide something are written out: %s", (args, shown) => {
	expect(JSON.parse(visibleArguments(args))).toEqual({ to: shown });
});
