import { href, redirect } from "react-router";
import { archiveConversations } from "../../../chat/conversations/change-conversation.server.ts";
import { restoreConversations } from "../../../chat/conversations/delete-conversation.server.ts";
import { chatServices } from "../../../chat/services.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import type { Account } from "../../../platform/http/context.server.ts";
import { safeReturnPath } from "../../../platform/http/http.server.ts";
import type { FormOf } from "./chat-form.server.ts";
import { gone, stayed } from "./conversation-actions.server.ts";
import { toConversation, toDeleted } from "./to-conversation.server.ts";

export async function archive(account: Account, form: FormOf<"archive">) {
	const { conversationIds: ids, archived } = form;
	const count = await archiveConversations(db(), account.id, ids, archived);
	if (count === 0) return gone(account, ids, form.stay);
	if (form.stay) return stayed({ done: archived ? "archived" : "unarchived", count });
	return form.returnTo ? back(form.returnTo) : backToThem(ids);
}

/**
 * Conversations that are not the account's are skipped, unless there are no others. One that the script leaves may have
 * been erased meanwhile, which is what was asked for.
 */
export async function deleteSeveral(account: Account, form: FormOf<"delete">) {
	const ids: string[] = [];
	for (const id of form.conversationIds) {
		const deleted = await chatServices().answers.deleteConversation(account.id, id);
		if (deleted.outcome === "deleted") ids.push(id);
	}
	if (ids.length === 0 && !form.leave) return gone(account, form.conversationIds, form.stay);
	if (form.stay) return stayed({ done: "deleted", ids });
	if (form.leave) return redirect(href("/chat"), 303);
	return toDeleted(ids, form.returnTo);
}

export async function restore(account: Account, form: FormOf<"restore">) {
	const { conversationIds: ids } = form;
	const restored = await restoreConversations(db(), account.id, ids);
	if (form.stay) return stayed({ done: "restored", count: restored.length, of: ids.length });
	// The page says that it is too late.
	if (restored.length < ids.length) return toDeleted(ids.filter((id) => !restored.includes(id)));
	return form.returnTo ? back(form.returnTo) : backToThem(ids);
}

/** Leads to the file with them. */
export function exportSeveral({ conversationIds: ids }: FormOf<"export">) {
	const selected = new URLSearchParams();
	for (const id of ids) selected.append("conversationId", id);
	return redirect(`${href("/chat/export")}?${selected}`, 303);
}

const back = (path: string) => redirect(safeReturnPath(path, href("/chat")), 303);

const backToThem = ([first, ...others]: readonly string[]) =>
	first && others.length === 0 ? toConversation(first) : redirect(href("/chat"), 303);
