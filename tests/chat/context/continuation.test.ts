import { describe, expect, test } from "vitest";
import { WithoutRepetition } from "../../../app/chat/context/continuation.server.ts";
import { chop, seededRandom } from "../markdown/samples/random.ts";

function continueWith(soFar: string, pieces: string[]): string {
	const repetition = new WithoutRepetition(soFar);
	return pieces.map((piece) => repetition.take(piece)).join("") + repetition.flush();
}

const SO_FAR = "# Чай\n\nВода должна быть горячей, но не кипящей. Зелёный чай заваривают три мин";

describe("what a model says again when it goes on is taken out", () => {
	test.each([
		["nothing", "уты, не дольше.", "уты, не дольше."],
		["its last words", "Зелёный чай заваривают три минуты.", "уты."],
		["the last half of a word", "заваривают три минуты.", "уты."],
		["after a line end", "\n\nчай заваривают три минуты.", "уты."],
		["all from the beginning", `${SO_FAR}уты.`, "уты."],
		["a whole answer that ends where it was", SO_FAR, ""],
		["too little to be sure", "мин", "мин"],
		[
			"the beginning, and then other words",
			"# Чай\n\nВода должна быть чистой.",
			"# Чай\n\nВода должна быть чистой.",
		],
		["words from the middle, which may be meant", "горячей, но не кипящей.", "горячей, но не кипящей."],
	])("%s", (_case, continuation, news) => {
		expect(continueWith(SO_FAR, [continuation])).toBe(news);
		expect(continueWith(SO_FAR, Array.from(continuation))).toBe(news);
	});

	test.each([
		["Первый абзац кончился.\n\n", "абзац кончился.\n\nВторой.", "Второй."],
		["Первый абзац кончился.\n\n", "абзац кончился. Второй.", " Второй."],
		["Первый абзац кончился.\n\n", "Второй.", "Второй."],
		["слова, слова и ещё одно ", "слова и ещё одно дальше", "дальше"],
	])("the spaces at the end of «%s»", (soFar, continuation, news) => {
		expect(continueWith(soFar, [continuation])).toBe(news);
		expect(continueWith(soFar, Array.from(continuation))).toBe(news);
	});

	test("the blank line that parts the text of a later round from the one before is no word of it", () => {
		const long = Array.from({ length: 900 }, (_, i) => `Предложение ${i} об этом. `).join("");
		for (const soFar of ["Зелё", SO_FAR, long]) {
			const again = `${soFar}новое.`;
			expect(continueWith(`\n\n${soFar}`, [again])).toBe("новое.");
			expect(continueWith(`\n\n${soFar}`, [`\n\n${again}`])).toBe("новое.");
		}
	});

	test("a short beginning is not compared: two words alike prove nothing", () => {
		expect(continueWith("Да", ["Да, конечно"])).toBe("Да, конечно");
		expect(continueWith("Зелё", ["Зелёный чай"])).toBe("ный чай");
		expect(continueWith("", ["Начало"])).toBe("Начало");
	});

	test("any cutting gives the same; of a very long answer the beginning is known, too", () => {
		const random = seededRandom(3);
		const long = Array.from({ length: 900 }, (_, i) => `Предложение ${i} об этом. `).join("");
		for (const soFar of [SO_FAR, long, `${long}\n\n`]) {
			for (const back of [0, 30, 200, soFar.length]) {
				const continuation = `${soFar.slice(soFar.length - back)}Совсем новое 🦔.`;
				const expected = continueWith(soFar, [continuation]);
				expect(expected).toBe("Совсем новое 🦔.");
				for (let round = 0; round < 5; round++)
					expect(continueWith(soFar, chop(continuation, 40, random))).toBe(expected);
			}
		}
	});

	test("words that are no repetition are held back for a moment only", () => {
		const repetition = new WithoutRepetition(SO_FAR);
		expect(["З", "ел", "енью"].map((piece) => repetition.take(piece))).toEqual(["", "", "Зеленью"]);
		expect(repetition.take("Зелёный")).toBe("Зелёный");
	});
});
