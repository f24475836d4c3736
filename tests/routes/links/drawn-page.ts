/** An element of a page as the server has drawn it, with its attributes. */
export type Drawn = { tag: string; attributes: ReadonlyMap<string, string> };

const ELEMENT = /<([a-z][a-z\d]*)((?:\s+[^\s"=<>/]+(?:="[^"]*")?)*)\s*\/?>/gi;
const ATTRIBUTE = /([^\s"=<>/]+)(?:="([^"]*)")?/g;
/** These hold no elements. */
const UNDRAWN = /<(script|style)\b[^>]*>.*?<\/\1>/gs;

const SIGNS: Record<string, string> = {
	"&amp;": "&",
	"&quot;": '"',
	"&#x27;": "'",
	"&lt;": "<",
	"&gt;": ">",
};
const unescaped = (text: string) => text.replace(/&(?:amp|quot|#x27|lt|gt);/g, (sign) => SIGNS[sign] ?? sign);

/** The elements of a page, also those that only browsers without script show. */
export function elementsOf(html: string): Drawn[] {
	return [...html.replace(UNDRAWN, "").matchAll(ELEMENT)].map(([, tag = "", attributes = ""]) => ({
		tag: tag.toLowerCase(),
		attributes: new Map(
			[...attributes.matchAll(ATTRIBUTE)].map(([, name = "", value = ""]): [string, string] => [
				name.toLowerCase(),
				unescaped(value),
			]),
		),
	}));
}

/** Attributes that name other elements of their page by ids. */
const REFERENCES = new Set([
	...["aria-labelledby", "aria-describedby", "aria-controls"],
	...["for", "form", "list", "popovertarget"],
]);
/** Attributes that programs read and not people. */
const FOR_PROGRAMS = new Set([
	...REFERENCES,
	...["href", "src", "action", "formaction", "id", "name", "value"],
]);

/** What becomes of nothing where a text is made of it. */
const NOTHING = /(?<![\p{L}\d-])(?:undefined|null|NaN)(?![\p{L}\d-])|\[object/u;

export const idsOf = (elements: readonly Drawn[]): string[] =>
	elements.flatMap(({ attributes }) => attributes.get("id") ?? []);

/** The faults of a page that can be seen on it alone: no value in place of one, and ids that no or two elements have. */
export function faultsOf(elements: readonly Drawn[]): string[] {
	const ids = idsOf(elements);
	const known = new Set(ids);
	const twice = ids.filter((id, at) => ids.indexOf(id) < at).map((id) => `two elements are #${id}`);
	const others = elements.flatMap(({ tag, attributes }) =>
		[...attributes].flatMap(([name, value]) => {
			// The address that a page goes on to by itself.
			const isRead = FOR_PROGRAMS.has(name) || (name === "content" && attributes.has("http-equiv"));
			if (isRead && NOTHING.test(value)) return `<${tag} ${name}="${value}">`;
			const missing = REFERENCES.has(name) ? value.split(" ").filter((id) => !known.has(id)) : [];
			return missing.map((id) => `<${tag} ${name}="${value}">: there is no #${id}`);
		}),
	);
	return [...twice, ...others];
}

/** A page that something leads to: a link, or a form with its method. */
export type Target = { by: "link" | "get" | "post"; path: string; query: string; hash: string };

/** Hidden fields that name the page which comes after a form. */
const RETURNS = new Set(["returnTo", "redirectTo"]);

/** Everything of this site that the elements of a page lead to. */
export function targetsOf(elements: readonly Drawn[], page: URL): Target[] {
	return elements.flatMap(({ tag, attributes }) => {
		const to = (by: Target["by"], address: string | undefined): Target[] => {
			const url = address === undefined ? null : URL.parse(address, page);
			if (url?.origin !== page.origin) return [];
			return [{ by, path: url.pathname, query: url.search, hash: url.hash.slice(1) }];
		};
		const method = (name: string) => (attributes.get(name) ?? "get") as "get" | "post";
		if (tag === "form") return to(method("method"), attributes.get("action") ?? page.href);
		// A button that sends its form elsewhere says so itself where that is not by POST.
		if (attributes.has("formaction"))
			return to(attributes.has("formmethod") ? method("formmethod") : "post", attributes.get("formaction"));
		if (tag === "a") return to("link", attributes.get("href"));
		if (tag === "img") return to("link", attributes.get("src"));
		return RETURNS.has(attributes.get("name") ?? "") ? to("link", attributes.get("value")) : [];
	});
}
