import { describe, expect, test } from "vitest";
import type { Page } from "../../app/knowledge/pages.server.ts";
import { searchOver, searchPages } from "../../app/knowledge/search.server.ts";
import { tokenize } from "../../app/knowledge/tokenize.server.ts";
import { WordIndex } from "../../app/knowledge/word-index.server.ts";

const first = (query: string) => searchPages(query, 5)[0]?.page.slug;

test.each([
	["зарегистрироваться", "registration"],
	["не пришло письмо", "registration"],
	["код из письма", "registration"],
	["я забыл пароль", "sign-in"],
	["смена пароля", "sign-in"],
	["как остановить ответ", "ask-and-stop"],
	["остановка ответов", "ask-and-stop"],
	["закрыл вкладку", "closed-tab"],
	["обновил страницу, и ответ пропал?", "closed-tab"],
	["почему отвечает справочник", "no-model"],
	["ollama", "no-model"],
	["JAVASCRIPT", "without-javascript"],
	["какие браузеры", "browsers-and-keyboard"],
	["темная тема", "dark-theme"],
	["где хранится переписка", "where-chats-are"],
	["кто видит мои чаты", "where-chats-are"],
	["какие данные вы храните", "privacy"],
	["что умеет чат", "what-it-does"],
	["можно верить ответу?", "what-it-does"],
	["двухэтапный вход", "second-factor"],
	["поменять почту", "second-factor"],
	["изменить свой вопрос", "versions"],
	["прежние варианты ответов", "versions"],
	["сколько стоит сообщение", "counting"],
	["закончились сообщения", "counting"],
	["поиск по чатам", "find-chats"],
	["переименовать чат", "find-chats"],
	["выбор модели", "models-and-rules"],
	["инструкция", "models-and-rules"],
	["оплата картой", "paying"],
	["когда включится тариф", "paying"],
	["вернуть деньги", "refund"],
	["возврат", "refund"],
	["продлевается ли тариф сам", "refund"],
	["перенос из ChatGPT", "export-and-import"],
	["скачать данные", "export-and-import"],
	["удалить аккаунт", "deleting"],
	["отозвать согласие", "deleting"],
])("«%s» finds %s", (query, slug) => {
	expect(first(query)).toBe(slug);
});

test.each(["кошка", "", "   ", "!?", "что это и как", "constructor __proto__"])(
	"«%s» finds nothing",
	(query) => {
		expect(searchPages(query, 5)).toEqual([]);
	},
);

test("a question about something else is hardly covered by what is found", () => {
	for (const query of ["как сварить борщ в чате", "объясните ключевую ставку простыми словами"]) {
		for (const { share } of searchPages(query, 5)) expect(share).toBeLessThan(0.3);
	}
});

test("the passage that answers is the one that is quoted", () => {
	expect(searchPages("письмо в папке спам", 1)[0]?.passage).toMatch(/^Нет письма\?/);
	expect(searchPages("перезапустится сервер", 1)[0]?.passage).toMatch(/^Если перезапустится сервер/);
});

describe("over any pages", () => {
	const page = (slug: string, title: string, ...passages: string[]): Page => ({
		...{ slug, title, passages, body: passages.join("\n\n"), category: "", icon: "", order: 0 },
	});
	const search = searchOver([
		page("text", "О погоде", "Кошка спит, собака ест.", "Рыба плывёт."),
		page("title", "О кошках", "Они мурлычут. [Подробнее](/birds)"),
		page("both", "Дом", "Кошки, собаки и рыбы."),
	]);
	const slugs = (query: string, limit = 5) => search(query, limit).map(({ page }) => page.slug);

	test("a word in the title weighs more than one in the text", () => {
		expect(slugs("кошками")[0]).toBe("title");
	});

	test("a page is found once, with its best passage, and no more than the limit", () => {
		expect(slugs("рыба")).toEqual(["text", "both"]);
		expect(search("рыба", 5)[0]?.passage).toBe("Рыба плывёт.");
		expect(slugs("рыба", 1)).toEqual(["text"]);
	});

	test("what speaks of half as little as the best is left out", () => {
		expect(slugs("собака рыба кошка дом")).toEqual(["both"]);
	});

	test("addresses are not searched", () => {
		expect(slugs("birds")).toEqual([]);
	});
});

test("a hostile query costs no more than its words", () => {
	const index = new WordIndex([["а"], ["б", "а"]]);
	expect(index.find(tokenize("слово ".repeat(20_000)))).toEqual([]);
	expect(index.find(tokenize(`${"я".repeat(100_000)} ${"((((".repeat(20_000)}`))).toEqual([]);
});
