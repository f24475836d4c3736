import { href, redirect } from "react-router";
import { config } from "../platform/config.server.ts";
import { readForm } from "../platform/http/forms.server.ts";
import { backToSender, badRequest } from "../platform/http/http.server.ts";
import { hideCookie } from "../shell/announcement/hidden-announcement.server.ts";
import type { Route } from "./+types/hide-announcement";

/** A GET redirects home. */
export const loader = () => redirect(href("/"));

/** Hides an announcement in this browser and redirects back. */
export async function action({ request }: Route.ActionArgs) {
	const form = await readForm(request);
	const id = form.get("id");
	if (typeof id !== "string" || !/^[\w-]{1,40}$/.test(id))
		return badRequest({ error: "unknown-announcement" });
	return redirect(backToSender(form, request, href("/")), {
		status: 303,
		headers: { "Set-Cookie": hideCookie(id, config.appUrl.startsWith("https:")) },
	});
}
