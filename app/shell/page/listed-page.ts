import { type Matches, pageTitle } from "./page-title.ts";

type ListedPage = {
	title: string;
	/** One or two sentences; a search engine shows about 160 characters. */
	description: string;
	/** The canonical address of the page, as `routes.ts` writes it. */
	path: string;
};

/** A file of `public/`, 1200 × 630. */
const PICTURE = { path: "/og.png", width: 1200, height: 630 };

/**
 * The `meta` of a page that search engines list and that people share: its title, its description, its canonical
 * address, and the preview of a link to it (Open Graph, ogp.me).
 */
export function listedPage(matches: Matches, { title, description, path }: ListedPage) {
	const root = matches.find((match) => match?.id === "root")?.loaderData as
		| { appName: string; appUrl: string }
		| undefined;
	const named = pageTitle(matches, title);
	if (!root) return named;
	const address = `${root.appUrl}${path}`;
	return [
		...named,
		{ name: "description", content: description },
		{ tagName: "link", rel: "canonical", href: address },
		{ property: "og:type", content: "website" },
		{ property: "og:locale", content: "ru_RU" },
		{ property: "og:site_name", content: root.appName },
		{ property: "og:title", content: title },
		{ property: "og:description", content: description },
		{ property: "og:url", content: address },
		{ property: "og:image", content: root.appUrl + PICTURE.path },
		{ property: "og:image:width", content: String(PICTURE.width) },
		{ property: "og:image:height", content: String(PICTURE.height) },
		{ name: "twitter:card", content: "summary_large_image" },
	];
}
