import { href } from "react-router";
import texts from "../i18n/ru/home.ts";
import { appName } from "../operator/look/look-in-force.server.ts";
import { CACHE_ONE_HOUR } from "../platform/http/http.server.ts";
import { THEME_COLORS } from "../shell/theme-preference.ts";

/**
 * The installed application's name and look (W3C, Web Application Manifest). There is no service worker: installed,
 * it is the same site in a window of its own.
 */
export function loader() {
	const manifest = {
		id: href("/"),
		name: appName(),
		short_name: appName(),
		description: texts.description,
		lang: "ru",
		dir: "ltr",
		start_url: href("/chat"),
		scope: href("/"),
		display: "standalone",
		background_color: THEME_COLORS.light,
		theme_color: THEME_COLORS.light,
		categories: ["productivity", "education"],
		icons: [
			{ src: "/icon-192.png", sizes: "192x192", type: "image/png" },
			{ src: "/icon-512.png", sizes: "512x512", type: "image/png" },
			{ src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
			{ src: "/favicon.svg", sizes: "any", type: "image/svg+xml" },
		],
	};
	return new Response(JSON.stringify(manifest), {
		headers: { "Content-Type": "application/manifest+json; charset=utf-8", ...CACHE_ONE_HOUR },
	});
}
