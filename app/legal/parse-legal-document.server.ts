import MarkdownIt, { type StateInline, type Token } from "markdown-it";
import { DETAIL_NAMES, type DetailName } from "../operator/details.server.ts";
import type { Clause, LegalDocument, Piece, Section } from "./legal-document.server.ts";

// Raw HTML stays text: templates are edited by the operator and contain words only.
const markdown = new MarkdownIt({ html: false }).use((md) => {
	md.inline.ruler.before("text", "detail", detailRule);
});

/** `{{operator.inn}}` is a placeholder of a detail; the value is inserted when the document is shown. */
function detailRule(state: StateInline, silent: boolean): boolean {
	const match = /^\{\{([^{}]+)\}\}/.exec(state.src.slice(state.pos, state.posMax));
	if (!match?.[1]) return false;
	if (!silent) state.push("detail", "", 0).content = match[1].trim();
	state.pos += match[0].length;
	return true;
}

/**
 * Parses a legal document: front matter (`version`, `date`, `title`, `description`), then Markdown in which every
 * `##` opens a numbered section and every item of a numbered list at its first level is a clause.
 * @throws {Error} with a Russian sentence about what is wrong with the template
 */
export function parseLegalDocument(source: string): LegalDocument {
	const { fields, body } = frontMatter(source);
	const field = (name: string) => fields.get(name) ?? fail(`в начале файла нет строки «${name}: …»`);
	const legalDocument: LegalDocument = {
		version: field("version"),
		date: field("date"),
		needs: needsOf(fields.get("needs")),
		title: inline(markdown.parseInline(field("title"), {})),
		description: field("description"),
		lead: [],
		sections: [],
	};
	if (!/^\d{4}-\d{2}-\d{2}$/.test(legalDocument.date))
		fail(`дата «${legalDocument.date}» не похожа на 2026-11-21`);
	for (const block of blocks(markdown.parse(body, {}))) {
		const section = legalDocument.sections.at(-1);
		if (block.open.type === "heading_open") {
			if (block.open.tag !== "h2") fail(`заголовок «${block.open.markup}» вместо «##»`);
			legalDocument.sections.push(newSection(legalDocument.sections.length + 1, inline(block.inner)));
		} else if (section && block.open.type === "ordered_list_open") {
			for (const item of blocks(block.inner)) section.clauses.push(newClause(section, pieces(item.inner)));
		} else {
			(section ?? legalDocument).lead.push(...pieces([block.open, ...block.inner, block.close]));
		}
	}
	return legalDocument;
}

function needsOf(needs: string | undefined): LegalDocument["needs"] {
	if (needs === undefined || needs === "renewal") return needs ?? null;
	return fail(`«needs: ${needs}» — такого не бывает, есть только «renewal»`);
}

function fail(problem: string): never {
	throw new Error(problem);
}

function frontMatter(source: string) {
	const match = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(source);
	if (!match) fail("файл должен начинаться со строк между «---» и «---»");
	const fields = new Map<string, string>();
	for (const line of (match[1] ?? "").split(/\r?\n/)) {
		const colon = line.indexOf(":");
		if (colon > 0) fields.set(line.slice(0, colon).trim(), line.slice(colon + 1).trim());
	}
	return { fields, body: match[2] ?? "" };
}

const newSection = (number: number, title: Piece[]): Section => ({
	number,
	id: `s${number}`,
	title,
	lead: [],
	clauses: [],
});

function newClause(section: Section, children: Piece[]): Clause {
	const number = section.clauses.length + 1;
	return { number: `${section.number}.${number}.`, id: `s${section.number}-${number}`, children };
}

type Block = { open: Token; inner: Token[]; close: Token };

/** Splits a flat list of tokens into its outermost blocks. */
function blocks(tokens: Token[]): Block[] {
	const found: Block[] = [];
	for (let i = 0; i < tokens.length; i++) {
		const open = tokens[i];
		if (!open) break;
		const from = i;
		for (let depth = open.nesting; depth > 0; ) depth += tokens[++i]?.nesting ?? -depth;
		found.push({ open, inner: tokens.slice(from + 1, i), close: tokens[i] ?? open });
	}
	return found;
}

function pieces(tokens: Token[]): Piece[] {
	return blocks(tokens).flatMap(({ open, inner }) => {
		switch (open.type) {
			case "inline":
				return inline([open]);
			case "paragraph_open":
				// A tight list's paragraphs are hidden: its items contain their words directly.
				return open.hidden ? pieces(inner) : { tag: "p", children: pieces(inner) };
			case "bullet_list_open":
				return { tag: "ul", children: pieces(inner) };
			case "ordered_list_open":
				return { tag: "ol", children: pieces(inner) };
			case "list_item_open":
				return { tag: "li", children: pieces(inner) };
			default:
				return fail(`такая разметка в документах не предусмотрена: «${open.type}»`);
		}
	});
}

function inline(tokens: Token[]): Piece[] {
	return blocks(tokens).flatMap(({ open, inner }): Piece[] => {
		switch (open.type) {
			case "inline":
				return inline(open.children ?? []);
			case "text":
				return open.content ? [open.content] : [];
			case "text_special":
				return [open.content];
			case "softbreak":
				return [" "];
			case "detail":
				return [{ detail: detailName(open.content) }];
			case "strong_open":
				return [{ tag: "strong", children: inline(inner) }];
			case "em_open":
				return [{ tag: "em", children: inline(inner) }];
			case "link_open":
				return [{ tag: "a", href: String(open.attrGet("href") ?? ""), children: inline(inner) }];
			default:
				return fail(`такая разметка в документах не предусмотрена: «${open.type}»`);
		}
	});
}

function detailName(name: string): DetailName {
	return DETAIL_NAMES.find((known) => known === name) ?? fail(`подстановка «{{${name}}}» неизвестна`);
}
