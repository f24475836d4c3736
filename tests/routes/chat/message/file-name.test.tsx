import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { FileName } from "../../../../app/routes/chat/composer/attachments/file-name.tsx";

const parts = (name: string) =>
	[...renderToStaticMarkup(<FileName name={name} />).matchAll(/<span>([^<]*)<\/span>/g)].map(
		([, part]) => part,
	);

test.each([
	["Отчёт за март.pdf", ["Отчёт за м", "арт.pdf"]],
	// Half of an emoji is no character.
	["📄 1.pdf", ["", "📄 1.pdf"]],
	["Чай 🍵🍵.pdf", ["Чай ", "🍵🍵.pdf"]],
	["Чай 🍵 1", ["Чай ", "🍵 1"]],
	["🍵", ["", "🍵"]],
])("a name is cut before its last characters: %s", (name, expected) => {
	expect(parts(name)).toEqual(expected);
});
