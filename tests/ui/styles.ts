import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const UI = join(import.meta.dirname, "../../app/ui");
const FILES = readdirSync(UI).filter((name) => name.endsWith(".css"));
const css = FILES.map((name) => readFileSync(join(UI, name), "utf8"))
	.join("\n")
	.replace(/\/\*[\s\S]*?\*\//g, "");

export type Shade = "light" | "dark";

/** Every custom property of the tokens with what it says, before anything is resolved. */
const properties = new Map(
	[...css.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value]),
);

/** What is declared for exactly this selector outside media queries, by property; the last word counts. */
export function rule(selector: string): Record<string, string> {
	const top = css.replace(/@media[^{]*\{(?:[^{}]*\{[^{}]*\})*\s*\}/g, "");
	const found: Record<string, string> = {};
	for (const [, selectors = "", body = ""] of top.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
		if (!selectors.split(",").some((one) => one.trim() === selector)) continue;
		for (const [, name, value] of body.matchAll(/([\w-]+):\s*([^;]+);/g))
			if (name && value) found[name] = value;
	}
	return found;
}

/** What an element of this markup looks like at rest: the rules of all its classes together. */
export function declarationsOf(markup: string): Record<string, string> {
	const classes = /class="([^"]*)"/.exec(markup)?.[1]?.split(" ") ?? [];
	return Object.assign({}, ...classes.map((name) => rule(`.${name}`)));
}

/** A value with every token put in, in one of the themes. */
export function resolve(value: string | undefined, shade: Shade = "light"): string {
	let text = value ?? "";
	const other = shade === "light" ? "dark" : "light";
	for (let depth = 0; /var\(/.test(text); depth++) {
		if (depth > 20) throw new Error(`Cannot resolve ${value}`);
		text = text
			.replace(new RegExp(`var\\(--${shade}, ((?:[^()]|\\([^()]*\\))*)\\)`, "g"), "$1")
			.replace(new RegExp(`var\\(--${other}, (?:[^()]|\\([^()]*\\))*\\)`, "g"), "")
			.replace(/var\((--[\w-]+)\)/g, (_, name) => {
				const token = properties.get(name);
				if (token === undefined) throw new Error(`No token ${name}`);
				return token;
			})
			.trim();
	}
	return text;
}

/** A colour by name, in one of the themes: #RRGGBB. */
export function token(name: string, shade: Shade = "light"): string {
	const short = resolve(`var(--${name})`, shade).toUpperCase();
	return short.length === 4 ? short.replace(/[^#]/g, "$&$&") : short;
}

/** A length in CSS pixels. */
export function pixels(value: string | undefined): number {
	const text = resolve(value);
	const number = Number.parseFloat(text);
	return text.endsWith("rem") ? number * 16 : number;
}

/** WCAG contrast of two hex colours. */
export function contrast(one: string, other: string): number {
	const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
	return (high + 0.05) / (low + 0.05);
}

function luminance(hex: string): number {
	const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
		const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
		return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
