export type Attributes = Record<string, string | number | boolean>;

/**
 * Formatted text as sent to the browser: a string, or an element by its tag and attributes (by their HTML names).
 * Besides the tags of HTML and MathML there are `codeblock`, a code block with its language; highlighted words of
 * code by their kind (`kw`, `str` …); `plain`, the source of a text too long to be formatted, `cut` when there is
 * more of it; `cite`, the number `n` of a passage that the answer cites; `ref`, a reference to footnote `n`, the `use`th of them, and `note`, that footnote where it is written,
 * which is shown below all else and without a number when nothing references it; and `more`, the rest of a long
 * block: its children belong to the element that is reached from the previous block by taking the last child `depth`
 * times.
 */
export type Tree = string | [tag: string, attributes: Attributes | null, ...children: Tree[]];

const NONE: readonly string[] = [];
const TABLE = "class displaystyle columnspan rowspan".split(" ");
const OPERATOR =
	"form stretchy symmetric largeop movablelimits lspace rspace minsize maxsize accent mathvariant".split(" ");
const BOX = ["class", "aria-label"];

/** The kinds of highlighted words: each is rendered as a `span` with a class of that name. */
export const TOKEN_KINDS: ReadonlySet<string> = new Set(["kw", "str", "num", "fn", "com", "attr"]);

/** A part of a long code block, as it is read from a page (view/read-trees.ts); the server sends `more` instead. */
export const PART = "part";

/** Every allowed element, with its allowed attributes. All others are dropped. */
export const ALLOWED: ReadonlyMap<string, readonly string[]> = new Map([
	...["p", "h2", "h3", "h4", "h5", "h6", "blockquote", "ul", "hr", "br", "strong", "em", "s", "code"].map(
		(tag) => [tag, NONE] as const,
	),
	...["table", "thead", "tbody", "tr", ...TOKEN_KINDS].map((tag) => [tag, NONE] as const),
	["ol", ["start"]],
	["li", ["class"]],
	["a", ["href", "title"]],
	["th", ["class", "scope"]],
	["td", ["class"]],
	["div", BOX],
	["span", BOX],
	["input", ["type", "checked", "disabled", "aria-label"]],
	["codeblock", ["lang"]],
	["plain", ["cut"]],
	["cite", ["n"]],
	["ref", ["n", "use"]],
	["note", ["n", "uses"]],
	["math", ["display"]],
	...["mi", "mn", "ms", "mtext"].map((tag) => [tag, ["mathvariant"]] as const),
	...["msqrt", "mroot", "msub", "msup", "msubsup", "mphantom", "mmultiscripts", "mprescripts", "none"].map(
		(tag) => [tag, NONE] as const,
	),
	...["munder", "mover", "munderover"].map((tag) => [tag, ["accent", "accentunder"]] as const),
	["mo", OPERATOR],
	["mrow", ["class", "displaystyle", "scriptlevel"]],
	["mstyle", ["displaystyle", "scriptlevel"]],
	["mfrac", ["linethickness"]],
	["mspace", ["width", "height", "depth"]],
	["mpadded", ["width", "height", "depth", "voffset", "lspace"]],
	...["mtable", "mtr", "mtd"].map((tag) => [tag, TABLE] as const),
]);

/** A scrolling table or formula, a task, aligned columns, a part of a formula that is framed, crossed out or has a line. */
export const CLASSES: ReadonlySet<unknown> = new Set(
	"tbl formula formula-inline task l r c boxed cancel over under".split(" "),
);

/** A link to another site: opened in a new tab, without a referrer. */
export const isOutward = (href: unknown) => /^(?:https?:\/\/|mailto:)[!-~]+$/i.test(String(href));

/** The attributes of a link to another site besides its address. */
export const OUTWARD = { target: "_blank", rel: "noopener noreferrer nofollow ugc" };

/** A link to a page of this site: a path that no browser reads as another host. */
export const isInward = (href: string) => /^\/(?![/\\])[!-[\]-~]*$/.test(href);

/** The only allowed links. */
export const isAllowedHref = (href: unknown): href is string =>
	typeof href === "string" && (isOutward(href) || isInward(href));
