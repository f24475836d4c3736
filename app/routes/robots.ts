import { href } from "react-router";
import { config } from "../platform/config.server.ts";
import { FOR_AN_HOUR } from "../platform/http/http.ts";

/** A stranger finds nothing there but the way to sign in. «Вопросы и ответы» may be asked for, and lead there, too. */
const NOTHING_TO_SEE = [href("/chat"), href("/account"), href("/payment"), href("/login/yandex")];

/** What crawlers are asked to leave alone, and where the list of pages is. */
export function loader() {
	const lines = [
		"User-agent: *",
		...NOTHING_TO_SEE.map((path) => `Disallow: ${path}`),
		// Yandex's own: the parameter changes nothing on the page.
		`Clean-param: redirectTo ${href("/login")}`,
		"",
		`Sitemap: ${config.appUrl}${href("/sitemap.xml")}`,
		"",
	];
	return new Response(lines.join("\n"), {
		headers: { "Content-Type": "text/plain; charset=utf-8", ...FOR_AN_HOUR },
	});
}
