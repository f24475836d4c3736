import { expect, test } from "vitest";
import { titleFrom } from "../../../app/chat/titles/title.server.ts";

test("a short prompt is its own title, on one line", () => {
	expect(titleFrom("  Как\n дела? ")).toBe("Как дела?");
});

test("a long prompt is cut at a word", () => {
	const title = titleFrom("Сравните ипотеку на пятнадцать, двадцать и двадцать пять лет подробно");
	expect(title).toBe("Сравните ипотеку на пятнадцать, двадцать и двадцать пять…");
});

test("a word without spaces is cut without breaking a letter", () => {
	expect(titleFrom(`${"а".repeat(59)}😀😀`)).toBe(`${"а".repeat(59)}…`);
});
