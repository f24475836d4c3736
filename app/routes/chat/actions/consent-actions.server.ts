import { href, redirect } from "react-router";
import { revoke } from "../../../chat/consent/grants.server.ts";
import { chatServices } from "../../../chat/services.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import type { Account } from "../../../platform/http/context.server.ts";
import type { FormOf } from "./chat-form.server.ts";
import { goneWithAnswer } from "./conversation-actions.server.ts";
import { toConversation } from "./to-conversation.server.ts";

/** A person's word about a call. Said twice, or too late, it changes nothing and the page shows what holds. */
export async function decideAction(account: Account, form: FormOf<"decide">) {
	const decided = await chatServices().answers.decide(account.id, form.callId, form.decision);
	if (decided.outcome === "no-such-call") return goneWithAnswer(account, form.callId.split(".")[0] ?? "");
	return toConversation(decided.conversationId, form.unscripted && "last");
}

/** The tool asks again from now on. */
export async function revokeAction(account: Account, { conversationId, tool, scope }: FormOf<"revoke">) {
	await revoke(db(), account.id, tool, scope === "chat" ? conversationId : null);
	return redirect(`${href("/chat")}?c=${conversationId}&do=grants`, 303);
}
