import { readFileSync } from "node:fs";

/** The answer of the fake model unless it is told otherwise: one of everything that Markdown brings. */
export const DEFAULT_ANSWER = `## Как заварить чай

Хороший чай требует **терпения** и *немного* внимания. Вот что понадобится:

1. Чистая вода
2. Чайник
3. Листовой чай, \`2\` ложки

- чёрный — 95 °C
- зелёный — 80 °C

| Сорт | Температура | Минуты |
|---|---:|---:|
| Чёрный | 95 °C | 4 |
| Зелёный | 80 °C | 2 |
| Улун | 90 °C | 3 |

\`\`\`ts
const минуты = 4;
setTimeout(() => console.log("Чай готов ☕"), минуты * 60_000);
\`\`\`

> Не торопитесь: ёжик тоже пьёт чай медленно 🦔.

Подробнее — в [справочнике](https://example.ru/tea).
`;

/** A long answer with much of what Markdown can do; for looking at it, and for measuring. */
export const SHOWCASE = readFileSync(new URL("../showcase.md", import.meta.url), "utf8");

/** The reasoning before that, in the scenarios with reasoning. */
export const REASONING =
	"Человек спрашивает о чае. Сначала перечислю, что нужно, затем дам таблицу температур.";

/** `count` numbered sentences, for answers that should last. */
export const sentences = (count: number) =>
	Array.from({ length: count }, (_, i) => `Предложение номер ${i + 1} этого длинного ответа. `);

const VOCABULARY = "река берег лодка весло ветер парус остров маяк чайка песок волна туман рыбак сети".split(
	" ",
);

/** About 500 letters that are different for each number and never say the same twenty letters again. */
export function recital(number: number): string {
	let seed = number * 2_654_435 + 12_345;
	const word = () => {
		seed = (seed * 16_807) % 2_147_483_647;
		return VOCABULARY[seed % VOCABULARY.length];
	};
	const sentence = (_: unknown, i: number) => `Строка ${number}-${i + 1}: ${word()}, ${word()} и ${word()}. `;
	return Array.from({ length: 14 }, sentence).join("").trimEnd();
}

/** Cuts a text into pieces like a model's: one to seven letters, the same each time. */
export function inPieces(text: string): string[] {
	const pieces: string[] = [];
	for (let at = 0, seed = 7; at < text.length; ) {
		seed = (seed * 16_807) % 2_147_483_647;
		const length = 1 + (seed % 7);
		pieces.push(text.slice(at, at + length));
		at += length;
	}
	return pieces;
}
