import { href } from "react-router";
import { LEGAL_DOCUMENT_KINDS } from "../legal/legal-document.server.ts";
import { legalDocumentOf } from "../legal/legal-documents.server.ts";
import { config } from "../platform/config.server.ts";
import { CACHE_ONE_HOUR } from "../platform/http/http.server.ts";

/** The public pages (sitemaps.org); a legal document with the date of its edition. */
export function loader() {
	const pages: { path: string; day?: string }[] = [
		{ path: href("/") },
		{ path: href("/login") },
		...(config.registration === "open" ? [{ path: href("/registration") }] : []),
		...LEGAL_DOCUMENT_KINDS.map((kind) => ({ path: `/${kind}`, day: legalDocumentOf(kind, null)?.date })),
		{ path: href("/contacts") },
	];
	const urls = pages.map(
		({ path, day }) =>
			`<url><loc>${config.appUrl}${path}</loc>${day ? `<lastmod>${day}</lastmod>` : ""}</url>`,
	);
	const xml = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join("\n")}
</urlset>
`;
	return new Response(xml, {
		headers: { "Content-Type": "application/xml; charset=utf-8", ...CACHE_ONE_HOUR },
	});
}
