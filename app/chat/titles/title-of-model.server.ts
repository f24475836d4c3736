/** The instruction before the first question and answer of a conversation. */
export const TITLE_REQUEST =
	"Придумай заголовок беседы: от двух до шести слов, на языке вопроса, без кавычек, без точки в конце и без Markdown. Ответь одним заголовком.";

const TITLE_LENGTH = 60;
/** A longer line is no title, with whatever marks around it. */
const LONGEST_LINE = 1_000;

/**
 * Extracts a title from the model's output: one line, without the quotes and labels that models add.
 * @returns "" when the output is not a title
 */
export function titleOfModel(output: string): string {
	const line = output.split("\n").find((one) => one.trim() !== "") ?? "";
	if (line.length > LONGEST_LINE) return "";
	const title = line
		// biome-ignore lint/suspicious/noControlCharactersInRegex: removes control characters and bidi marks
		.replace(/[\u0000-\u001f\u007f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/g, " ")
		.replace(/^\s*(?:#{1,6}|[-*>•]|\d+[.)])\s+/, "")
		.replace(/[*_`~#[\]]+/g, "")
		.replace(/^\s*(?:заголовок|название|тема|title)\s*[:—–-]\s*/i, "")
		.replace(/\s+/g, " ")
		.replace(/^[\s"'«»„“”‘’]+|[\s"'«»„“”‘’.,:;]+$/g, "");
	// Quotes opened inside the title stay paired.
	const whole = count(title, "«") > count(title, "»") ? `${title}»` : title;
	return /[\p{L}\p{N}]/u.test(whole) && whole.length <= TITLE_LENGTH ? whole : "";
}

const count = (text: string, character: string) => text.split(character).length - 1;
