import { href } from "react-router";
import { config } from "../platform/config.server.ts";
import { CACHE_ONE_HOUR } from "../platform/http/http.server.ts";

/** A crawler finds nothing there but the sign-in page. «Вопросы и ответы» link there, too. */
const NOTHING_TO_SEE = [href("/chat"), href("/account"), href("/payment"), href("/login/yandex")];

/** Paths that crawlers are asked to skip, and the address of the sitemap. */
export function loader() {
	const lines = [
		"User-agent: *",
		...NOTHING_TO_SEE.map((path) => `Disallow: ${path}`),
		// A directive of Yandex: the parameter does not change the page.
		`Clean-param: redirectTo ${href("/login")}`,
		"",
		`Sitemap: ${config.appUrl}${href("/sitemap.xml")}`,
		"",
	];
	return new Response(lines.join("\n"), {
		headers: { "Content-Type": "text/plain; charset=utf-8", ...CACHE_ONE_HOUR },
	});
}
