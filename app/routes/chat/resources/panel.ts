import { href, redirect } from "react-router";
import { requireAccount } from "../../../accounts/http/guards.server.ts";
import { isPanelState, panelCookie } from "../../../layouts/chat/sidebar/panel-state.server.ts";
import { config } from "../../../platform/config.server.ts";
import { readForm } from "../../../platform/http/forms.server.ts";
import { backToSender, badRequest } from "../../../platform/http/http.server.ts";
import type { Route } from "./+types/panel";

export const middleware: Route.MiddlewareFunction[] = [requireAccount];

/** There is no page here: a GET redirects. */
export const loader = () => redirect(href("/chat"));

/** Stores the sidebar's state and redirects back. */
export async function action({ request }: Route.ActionArgs) {
	const form = await readForm(request);
	const state = form.get("panel");
	if (!isPanelState(state)) return badRequest({ error: "unknown-panel" });
	return redirect(backToSender(form, request, href("/chat")), {
		status: 303,
		headers: { "Set-Cookie": panelCookie(state, config.appUrl.startsWith("https:")) },
	});
}
