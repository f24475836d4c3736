import { LiveMarkdown } from "../../../app/chat/markdown/live/live-markdown.server.ts";
import { SHOWCASE } from "../../../tests/support/fakes/fake-model-text.ts";
import { type Figure, median, round } from "../support/table.ts";

const PIECES = 200;
const ROUNDS = 60;

/** The cost of one piece appended to an answer, in microseconds of CPU, median of the rounds. */
function costOfPiece(text: string, size: number): number {
	const pieces = Math.ceil(text.length / size);
	const rounds = Array.from({ length: ROUNDS }, () => {
		const live = new LiveMarkdown();
		const before = process.cpuUsage();
		for (let at = 0; at < text.length; at += size) live.append(text.slice(at, at + size));
		const { user, system } = process.cpuUsage(before);
		return (user + system) / pieces;
	});
	return median(rounds);
}

/** Characters of JSON sent per character of the text. */
function wire(text: string, size: number): number {
	const live = new LiveMarkdown();
	let sent = 0;
	for (let at = 0; at < text.length; at += size)
		sent += JSON.stringify(live.append(text.slice(at, at + size))).length;
	return sent / text.length;
}

const repeated = (head: string, line: string) => (size: number) => {
	const text = head + line.repeat(Math.ceil(size / line.length));
	return text.slice(0, size);
};

/** Texts that are one block, of any length. */
const LONG: Record<string, (size: number) => string> = {
	paragraph: repeated("", "Чем длиннее срок, тем **ниже платёж**, но `выше` переплата. "),
	list: repeated("", "- Чем длиннее **срок**, тем ниже платёж\n"),
	table: repeated("| а | б | в |\n|---|---|--:|\n", "| один **два** | `три` | 123 |\n"),
	"block of code": repeated("```python\n", "def f(x):\n    return x + 1  # два\n"),
	quote: repeated("", "> Чем длиннее **срок**, тем ниже платёж\n"),
};

/** Markdown of a growing answer: the cost of a piece, and whether it depends on the length of the text before it. */
export function measureMarkdown(): Figure[] {
	const size = Math.ceil(SHOWCASE.length / PIECES);
	const plain = "слово ".repeat(SHOWCASE.length).slice(0, SHOWCASE.length);
	return [
		{
			what: `a piece of an answer of ${PIECES} in mixed Markdown, CPU µs`,
			measured: round(costOfPiece(SHOWCASE, size)),
			bar: "—",
			limit: `${round(costOfPiece(plain, size))} (as much text without marks)`,
		},
		{
			what: "its patches, characters sent for one of the text",
			measured: round(wire(SHOWCASE, size)),
			bar: "—",
			limit: round(wire(plain, size)),
		},
		...Object.entries(LONG).map(([name, make]) => {
			const [short, long] = [costOfPiece(make(1_024), 16), costOfPiece(make(32_768), 16)];
			return {
				what: `a piece at 32 KB of one ${name} to one at 1 KB, CPU µs`,
				measured: `${round(long)} : ${round(short)}`,
				bar: "as much",
				limit: "—",
			};
		}),
	];
}

if (import.meta.main)
	for (const figure of measureMarkdown()) console.log(figure.what, "|", figure.measured, "|", figure.limit);
