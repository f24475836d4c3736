import { findEmailChange } from "../../accounts/email-change/change-email.server.ts";
import { findPending, findPendingByBinding } from "../../accounts/registration/find-pending.server.ts";
import { db } from "../../platform/db/service.server.ts";
import type { LinkStep, Step } from "./step.ts";

/** The step of this browser, by its own registration. */
export async function stepOf(bindingToken: string | null): Promise<Step> {
	const pending = await findPendingByBinding(db(), bindingToken);
	if (!pending) return { kind: "email" };
	return { kind: pending.codeAlive ? "code" : "own-email", email: pending.email };
}

/** The step that a confirmation link requires in this browser; null where the link is invalid. */
export async function stepOfLink(token: string, bindingToken: string | null): Promise<LinkStep | null> {
	const pending = await findPending(db(), token, bindingToken);
	if (!pending) {
		const change = await findEmailChange(db(), token);
		return change && { kind: "new-email", email: change.email, token };
	}
	const { email, sameBrowser, invited } = pending;
	return { kind: sameBrowser ? "button" : "password", email, token, invited };
}
