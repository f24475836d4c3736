/** Elements whose content is not the text of a page. */
export const UNSEEN = new Set(
	"script style noscript template head svg math iframe object embed audio video canvas select button input textarea datalist".split(
		" ",
	),
);

const SIDELINES = new Set(["nav", "footer", "aside", "form", "dialog", "menu"]);
const SIDE_ROLES = new Set(["navigation", "banner", "contentinfo", "complementary", "search", "dialog"]);
/** A class or an id that begins so, perhaps after another word; `has-sidebar` is of what stands beside one. */
const SIDE_CLASSES =
	/(?:^|\s)(?!(?:has|with|no|without|is)[_-])(?:\w+-)?(?:advert\w*|ads|banner|breadcrumbs?|comments?|cookies?|footer|menu|nav|navbar|popup|promo|related|share|sharing|sidebar|social|subscribe)(?:$|[\s_-])/i;
/** A longer list of classes is a program's, and says nothing. */
const CLASS_CHARACTERS = 200;

type Attributes = Record<string, string>;

/** Hidden text is for programs, or for models that are to be misled. */
export const isHidden = (attributes: Attributes): boolean =>
	attributes.hidden !== undefined ||
	attributes["aria-hidden"] === "true" ||
	(attributes.style !== undefined && /display\s*:\s*none|visibility\s*:\s*hidden/i.test(attributes.style));

/** The elements by which a page marks its main text. */
export const isMain = (name: string, attributes: Attributes): boolean =>
	name === "main" ||
	name === "article" ||
	attributes.role === "main" ||
	/articleBody/i.test(attributes.itemprop ?? "");

/** Navigation, advertisements and the like. The header of an article is a part of it, that of the page is not. */
export function isSideline(name: string, attributes: Attributes, isInMain: boolean): boolean {
	if (SIDELINES.has(name) || SIDE_ROLES.has(attributes.role ?? "")) return true;
	if (name === "header") return !isInMain;
	if (name === "html" || name === "body" || name === "main" || name === "article") return false;
	const told = `${attributes.class ?? ""} ${attributes.id ?? ""}`;
	return told.length > 1 && told.length <= CLASS_CHARACTERS && SIDE_CLASSES.test(told);
}
