export type Attributes = Record<string, string | number | boolean>;

/**
 * Formatted text as it travels to the browser: a string, or an element by its tag and attributes (by
 * their HTML names). Besides HTML's own tags there is `codeblock`, a block of code with its language.
 */
export type Tree = string | [tag: string, attributes: Attributes | null, ...children: Tree[]];

const NONE: readonly string[] = [];

/** Every element that may be shown, with the attributes it may bear. What is not here does not exist. */
export const ALLOWED: ReadonlyMap<string, readonly string[]> = new Map([
	...["p", "h2", "h3", "h4", "h5", "h6", "blockquote", "ul", "hr", "br", "strong", "em", "s", "code"].map(
		(tag) => [tag, NONE] as const,
	),
	...["table", "thead", "tbody", "tr"].map((tag) => [tag, NONE] as const),
	["ol", ["start"]],
	["li", ["class"]],
	["a", ["href", "title"]],
	["th", ["class", "scope"]],
	["td", ["class"]],
	["div", ["class", "tabindex", "role", "aria-label"]],
	["input", ["type", "checked", "disabled", "aria-label"]],
	["codeblock", ["lang"]],
]);

/** A scrolling table, a task, and the columns that are set to the right or to the middle. */
export const CLASSES: ReadonlySet<unknown> = new Set(["tbl", "task", "r", "c"]);

/** To another site: opened beside, and told nothing of us. */
export const isOutward = (href: unknown) => /^(?:https?:\/\/|mailto:)[!-~]+$/i.test(String(href));

/** To a page of this site: a path that no browser reads as another host. */
export const isInward = (href: string) => /^\/(?![/\\])[!-[\]-~]*$/.test(href);

/** The only links there are. */
export const isAllowedHref = (href: unknown): href is string =>
	typeof href === "string" && (isOutward(href) || isInward(href));
