import { href, redirect } from "react-router";
import { clientOf } from "../accounts/http/client.server.ts";
import { sessionCookie } from "../accounts/http/cookies.server.ts";
import { signOut } from "../accounts/sessions/sign-out.server.ts";
import { db } from "../platform/db/service.server.ts";
import type { Route } from "./+types/logout";

/** A GET ends nothing. */
export function loader() {
	return redirect(href("/"));
}

/** Ends the session on the server, so that a copied cookie becomes invalid, too. */
export async function action({ request, context }: Route.ActionArgs) {
	await signOut(db(), sessionCookie.read(request), clientOf(request, context));
	return redirect(href("/login"), {
		status: 303,
		headers: {
			"Set-Cookie": sessionCookie.clear(),
			"Cache-Control": "no-store",
			// Drafts are stored on the device and are cleared with the session.
			"Clear-Site-Data": '"storage"',
		},
	});
}
