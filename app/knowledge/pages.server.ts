import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import * as v from "valibot";
import { appName } from "../operator/look/look-in-force.server.ts";
import { detailsInForce } from "../operator/service.server.ts";
import { ConfigError, config } from "../platform/config.server.ts";
import { type FaqValues, faqValues } from "./faq-values.server.ts";

/** One question with its answer, from `content/faq/<slug>.md`. */
export type Page = {
	/** The file's name without its extension: the fragment of the answer, `/FAQ#slug`. */
	slug: string;
	title: string;
	category: string;
	/** The name of a Material Design icon. */
	icon: string;
	order: number;
	/** The answer in Markdown. */
	body: string;
	/** Its blocks one by one, which the search matches and quotes. */
	passages: string[];
};

export type Category = { name: string; icon: string; pages: Page[] };

const line = v.pipe(v.string(), v.trim(), v.minLength(1));
const frontMatter = v.strictObject({
	title: line,
	category: line,
	icon: line,
	order: v.pipe(v.string(), v.trim(), v.digits(), v.transform(Number)),
});

/**
 * Reads every page of a folder, in their order. `{{name}}` in a page is replaced by the value of that name.
 * @throws {ConfigError} with the file that cannot be parsed
 */
export function readPages(folder: string, values: FaqValues): Page[] {
	const names = readdirSync(resolve(folder)).filter((name) => name.endsWith(".md"));
	return names
		.map((name) => {
			const file = join(folder, name);
			try {
				return parsePage(name.slice(0, -".md".length), readFileSync(resolve(file), "utf8"), values);
			} catch (error) {
				throw new ConfigError([`${file}: ${error instanceof Error ? error.message : error}.`]);
			}
		})
		.sort((a, b) => a.order - b.order || a.slug.localeCompare(b.slug));
}

function parsePage(slug: string, text: string, values: FaqValues): Page {
	if (!/^[a-z0-9-]+$/.test(slug)) throw new Error("имя файла — латинские буквы, цифры и дефис");
	const [, head, rest] = /^---\r?\n(.*?)\r?\n---\r?\n(.*)$/s.exec(text) ?? [];
	if (head === undefined || rest === undefined) throw new Error("нет заголовка между строками «---»");
	const fields = Object.fromEntries(head.split(/\r?\n/).map((field) => field.split(/:\s*(.*)/s).slice(0, 2)));
	const parsed = v.safeParse(frontMatter, fields);
	if (!parsed.success) {
		const [issue] = parsed.issues;
		throw new Error([v.getDotPath(issue), issue.message].filter(Boolean).join(": "));
	}
	const body = rest.trim().replace(/\{\{(\w+)\}\}/g, (written, name) => values[name] ?? written);
	return { slug, ...parsed.output, body, passages: body.split(/(?:\r?\n[ \t]*){2,}/) };
}

/** The pages by category; a category is placed where its first page is and has that page's icon. */
export function byCategory(pages: readonly Page[]): Category[] {
	const groups = Map.groupBy(pages, ({ category }) => category);
	return [...groups].map(([name, group]) => ({ name, icon: group[0]?.icon ?? "", pages: group }));
}

const readOwn = (name: string, refundDays: string | null) => ({
	name,
	refundDays,
	pages: readPages(
		"content/faq",
		faqValues(name, { "terms.refundDays": refundDays }, config.renewal),
	) as readonly Page[],
});
// At the start, so that a page that cannot be parsed stops it.
let read = readOwn(config.appName, detailsInForce()["terms.refundDays"]);

/** Every FAQ page, in its order: the same list until the service gets another name, or refunds another term. */
export function listPages(): readonly Page[] {
	const name = appName();
	const refundDays = detailsInForce()["terms.refundDays"];
	if (name !== read.name || refundDays !== read.refundDays) read = readOwn(name, refundDays);
	return read.pages;
}

/** The same by category. */
export const pagesByCategory = (): Category[] => byCategory(listPages());
