import type { RouterContextProvider } from "react-router";
import { clientOf } from "../../../accounts/http/client.server.ts";
import { signedIn } from "../../../accounts/http/guards.server.ts";
import { sessionContext } from "../../../platform/http/context.server.ts";
import { readForm } from "../../../platform/http/forms.server.ts";
import { ACCOUNT_ACTIONS } from "./account-actions.server.ts";
import { invalidAction } from "./responses.server.ts";

/** Dispatches a form of the screen to the action that its `intent` names. */
export async function dispatchAccountAction(request: Request, context: Readonly<RouterContextProvider>) {
	const form = await readForm(request);
	const intent = String(form.get("intent") ?? "");
	const action = Object.hasOwn(ACCOUNT_ACTIONS, intent) ? ACCOUNT_ACTIONS[intent] : undefined;
	if (!action) return invalidAction("", {}, {}, "unknown-action");
	return action({
		request,
		form,
		account: signedIn(context),
		sessionId: context.get(sessionContext) ?? "",
		client: clientOf(request, context),
	});
}
