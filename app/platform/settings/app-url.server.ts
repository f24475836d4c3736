import { redactAddress } from "../redact.server.ts";

/** The public origin. A wrong value is a problem, and the result is the address of a trial then. */
export function readAppUrl(raw: string, problem: (text: string) => void): URL {
	const url = URL.parse(raw);
	if (
		url &&
		/^https?:$/.test(url.protocol) &&
		url.pathname === "/" &&
		!url.search &&
		!url.hash &&
		!url.username
	) {
		return url;
	}
	problem(
		`APP_URL: нужен адрес сайта вида https://chat.example.ru, без пути, а стоит «${redactAddress(raw)}».`,
	);
	return new URL("http://localhost:3000");
}
