import { expect, test } from "vitest";
import { namedPages, namedPart } from "../../../app/chat/context/named-part.server.ts";

test.each<[string, [number, number] | null]>([
	["Перескажи страницы 1–20", [1, 20]],
	["Перескажи страницы с 3 по 9", [3, 9]],
	["Что написано на странице 5?", [5, 5]],
	["О чём говорится на странице 5.", [5, 5]],
	["Коротко: стр. 12-7", [7, 12]],
	["Перескажи с 3-й по 9-ю страницу", [3, 9]],
	["Законспектируй 1-20 страницы", [1, 20]],
	["Что на 5-й странице?", [5, 5]],
	["Summarize pages 2 to 4", [2, 4]],
	["Summarize pages 2-4", [2, 4]],
	["Перескажи на двух страницах", null],
	["Сделай из этого 3 страницы с 5 примерами", null],
	["Сколько в договоре страниц?", null],
	["В договоре 14 страниц, верно?", null],
	["Цена страницы 12,5 рубля", null],
])("%s names the pages %o", (question, pages) => {
	expect(namedPages(question)).toEqual(pages);
});

test.each<[string, ReturnType<typeof namedPart>]>([
	["Перескажи часть 2 из 6", { n: 2, of: 6 }],
	["Перескажи часть 3", { n: 3, of: null }],
	["Перескажи вторую часть", { n: 2, of: null }],
	["Кратко перескажи десятую часть документа", { n: 10, of: null }],
	["Перескажи страницы 5–7, часть 2", { pages: [5, 7] }],
	["Перескажи часть 0", null],
	["Перескажи часть 2 статьи 5", null],
	["Перескажи документ", null],
	["Перескажи часть документа", null],
])("%s names the part %o", (question, part) => {
	expect(namedPart(question)).toEqual(part);
});
