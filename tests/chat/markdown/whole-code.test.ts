import { expect, test } from "vitest";
import { wholeCode } from "../../../app/chat/markdown/view/whole-code.ts";

const CODE = "let a = 1;\n```js is no end\nlet b = 2;\nlet c = 3;\n";

test("the rest of a block of code goes up to its fence, or to the end", () => {
	for (const end of ["```\n\nПотом.\n\n```\nи ещё\n```\n", "~~~~  \nПотом", ""]) {
		for (const shown of ["let a = 1;\n", "let a = 1;\n```js is no end\nlet b = 2;\n", CODE]) {
			expect(wholeCode(`Вот:\n\n\`\`\`\`js\n${CODE}${end}`, shown)).toBe(CODE);
		}
	}
});

test("line ends are those of the page", () => {
	expect(wholeCode("```\r\na\r\nb\r\n```\r\n", "a\n")).toBe("a\nb\n");
});

test("where the lines of the source are others, it is what is shown", () => {
	expect(wholeCode("- ```\n  a\n  b\n  ```\n", "a\nb\n")).toBe("a\nb\n");
});
