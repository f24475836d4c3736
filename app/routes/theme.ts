import { href, redirect } from "react-router";
import { config } from "../platform/config.server.ts";
import { readForm } from "../platform/http/forms.server.ts";
import { backToSender, badRequest } from "../platform/http/http.server.ts";
import { isTheme, themeCookie } from "../shell/theme-preference.ts";
import type { Route } from "./+types/theme";

/** A GET redirects home. */
export const loader = () => redirect(href("/"));

/** Stores the chosen theme in a cookie and redirects back. */
export async function action({ request }: Route.ActionArgs) {
	const form = await readForm(request);
	const theme = form.get("theme");
	if (!isTheme(theme)) return badRequest({ error: "unknown-theme" });
	const cookie = themeCookie(theme, config.appUrl.startsWith("https:"));
	return redirect(backToSender(form, request, href("/")), {
		status: 303,
		headers: { "Set-Cookie": cookie },
	});
}
