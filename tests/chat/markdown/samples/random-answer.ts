import { CORPUS, SCRAPS } from "./corpus.ts";

const WORDS =
	"слово **жирно** `код` [ссылка](https://a.example) [foo] $x^2$ от $5 до *курсив* и ещё немного слов, потом конец.".split(
		" ",
	);
const CODE = [
	"x = 1",
	"def f(a):",
	"\treturn 'str'",
	"",
	"'''doc",
	"end'''",
	"# c",
	"/* a",
	"*/",
	"<b>",
	"```",
	"$$",
];

/** A text such as models write, of some thousand characters, with what might go wrong in it. */
export function randomAnswer(random: () => number): string {
	const below = (limit: number) => Math.floor(random() * limit);
	const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
	const many = (count: number, make: (i: number) => string, between = "\n") =>
		Array.from({ length: count }, (_, i) => make(i)).join(between);
	const words = (count: number) => many(count, () => pick(WORDS), " ");
	const parts = [
		() =>
			many(1 + below(30), () => `- ${words(1 + below(8))}`) +
			pick(["\n", "\n\n", "\n-", "\n\n-", "\n\n- x\n"]),
		() =>
			many(1 + below(10), (i) => {
				const rest = [
					"",
					"\n   - a\n   - b",
					"\n\n   абзац",
					"\n   ```js\n   let a = 1\n   ```",
					"\n   $$\n   x\n   $$",
				];
				return `${i + 1}. ${words(1 + below(30))}${pick(rest)}`;
			}),
		() => words(below(120)) + pick(["\n", "\n\n", "\n===\n", "\n---\n", "\n=", "\n| a | b |\n|--|--|\n"]),
		() =>
			`| a | b |\n|---|--:|\n${many(below(30), () => `| ${words(2)} | ${words(3)} |`)}${pick(["\n", "\n\n"])}`,
		() =>
			`\`\`\`${pick(["python", "js", "html", "tsx", ""])}\n${many(below(40), () => pick(CODE))}${pick(["\n```\n", "\n", "\n``", ""])}`,
		() => `> ${words(below(60))}\n> ${words(5)}${pick(["\n", "\n\n", "\nlazy\n", "\n>\n> - a\n> - b\n"])}`,
		() => `${pick(["$$", "\\["])}\na = b\n${pick(["$$\n", "\\]", "", "\n", "$$ x\n"])}`,
		() => pick(["[foo]: /u\n", "\n[foo]: /url 'title\n", "[bar]: <x>\n", "[foo]: /u\n[foo]: /v\n'x'\n"]),
		() => pick(SCRAPS),
		() => pick(Object.values(CORPUS)),
	];
	return many(1 + below(6), () => pick(parts)(), pick(["", "\n", "\n\n"]));
}
