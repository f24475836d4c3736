import { href, redirect } from "react-router";
import { requireAccount, signedIn } from "../../../accounts/http/guards.server.ts";
import { chatServices } from "../../../chat/services.server.ts";
import { readForm } from "../../../platform/http/forms.server.ts";
import { safeReturnPath } from "../../../platform/http/http.server.ts";
import type { Route } from "./+types/stop";

export const middleware: Route.MiddlewareFunction[] = [requireAccount];

/** There is no page here: a GET redirects. */
export const loader = () => redirect(href("/chat"));

/** Requests that the answer stops and redirects to its conversation. */
export async function action({ request, context }: Route.ActionArgs) {
	const form = await readForm(request);
	const answerId = String(form.get("answerId") ?? "");
	const outcome = await chatServices().answers.stop(signedIn(context).id, answerId);
	if (outcome === "no-such-answer") return new Response(null, { status: 404 });
	return redirect(safeReturnPath(form.get("returnTo"), href("/chat")), 303);
}
