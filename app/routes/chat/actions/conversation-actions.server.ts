import { randomUUID } from "node:crypto";
import { data, href, type RouterContextProvider } from "react-router";
import { signedIn } from "../../../accounts/http/guards.server.ts";
import { requestPlan } from "../../../billing/http/request-plan.server.ts";
import { rateAnswer } from "../../../chat/answers/rate-answer.server.ts";
import {
	type Changed,
	instructConversation,
	pickModel,
	pinConversation,
	renameConversation,
} from "../../../chat/conversations/change-conversation.server.ts";
import { chooseVersion, throttleChoice } from "../../../chat/conversations/choose-version.server.ts";
import { findRestorable } from "../../../chat/conversations/delete-conversation.server.ts";
import { conversationOfAnswer } from "../../../chat/conversations/own-answer.server.ts";
import { modelsOf } from "../../../chat/plan-models.server.ts";
import { chatServices } from "../../../chat/services.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import type { Account } from "../../../platform/http/context.server.ts";
import { notFound, PRIVATE, tooManyRequests } from "../../../platform/http/http.server.ts";
import type { FormOf } from "./chat-form.server.ts";
import { toConversation, toDeleted } from "./to-conversation.server.ts";

type Context = Readonly<RouterContextProvider>;
type ChangeIntent = "rename" | "pin" | "instruct" | "pick-model";

/** A stored rating, for the transcript that shows it. */
export type Rated = { done: "rated"; answerId: string; rating: "up" | "down" | null };

/** The result of an action, for a screen that stays. */
export type Done =
	| Rated
	| { done: ChangeDone }
	/** `count`: how many of those that the form names. */
	| { done: "archived" | "unarchived"; count: number }
	/** `unsaved`: they were so before, and what was typed is not stored. */
	| { done: "deleted"; ids: string[]; unsaved?: true }
	/** Nothing was done: they are erased. `count`: how many the form names. */
	| { done: "gone"; count: number; unsaved?: true }
	/** `of`: how many the form names; the others are erased already. */
	| { done: "restored"; count: number; of: number };

type ChangeDone = "renamed" | "pinned" | "unpinned" | "instructed" | "model-picked";

export const stayed = (done: Done, status = 200) => data(done, { status, headers: PRIVATE });

/**
 * An action on conversations that the account does not have: 404. What it has deleted a moment ago, in another tab for
 * instance, is said to be deleted and can be restored; with this status the screen loads nothing anew, and stays, as it
 * does where they are erased.
 * @param unsaved that something was typed
 */
export async function gone(
	account: Account,
	named: readonly string[],
	stay: string | undefined,
	unsaved: Unsaved = {},
) {
	const ids = (await findRestorable(db(), account.id, named)).map(({ id }) => id);
	if (ids.length === 0) return stay ? stayedGone(named.length, unsaved) : notFound(href("/chat"));
	return stay ? stayed({ done: "deleted", ids, ...unsaved }, 404) : toDeleted(ids);
}

/** The same of an answer that is of no conversation of the account's any more. */
export async function goneWithAnswer(
	account: Account,
	answerId: string,
	stay?: string | undefined,
	unsaved: Unsaved = {},
) {
	const id = await conversationOfAnswer(db(), account.id, answerId);
	if (id) return gone(account, [id], stay, unsaved);
	return stay ? stayedGone(1, unsaved) : notFound(href("/chat"));
}

type Unsaved = { unsaved?: true };

const stayedGone = (count: number, unsaved: Unsaved) => stayed({ done: "gone", count, ...unsaved }, 404);

export async function changeConversationAction(context: Context, form: FormOf<ChangeIntent>) {
	const [changed, done] = await changeConversation(context, form);
	if (changed === "no-such-conversation")
		return gone(signedIn(context), [form.conversationId], form.stay, { unsaved: true });
	return form.stay ? stayed({ done }) : toConversation(form.conversationId);
}

async function changeConversation(
	context: Context,
	form: FormOf<ChangeIntent>,
): Promise<[Changed, ChangeDone]> {
	const { conversationId } = form;
	const { id: accountId } = signedIn(context);
	switch (form.intent) {
		case "rename":
			return [await renameConversation(db(), accountId, conversationId, form.title), "renamed"];
		case "pin":
			return [
				await pinConversation(db(), accountId, conversationId, form.pinned),
				form.pinned ? "pinned" : "unpinned",
			];
		case "instruct":
			return [await instructConversation(db(), accountId, conversationId, form.instruction), "instructed"];
		case "pick-model":
			if (
				!modelsOf(chatServices().catalogue, (await requestPlan(context, db())).plan).some(
					({ id }) => id === form.model,
				)
			) {
				throw new Response("Такой модели нет.", { status: 400, headers: PRIVATE });
			}
			return [await pickModel(db(), accountId, conversationId, form.model), "model-picked"];
	}
}

export async function choose(account: Account, form: FormOf<"choose">) {
	const seconds = await throttleChoice(db(), account.id);
	if (seconds > 0) {
		const refused = { text: "", promptId: randomUUID(), intent: "retry" as const };
		return tooManyRequests({ ...refused, problem: "too-fast" as const, count: seconds }, seconds);
	}
	const chosen = await chooseVersion(db(), account.id, form.answerId);
	if (chosen.outcome === "no-such-answer") return goneWithAnswer(account, form.answerId);
	return toConversation(chosen.conversationId, form.unscripted && `m-${form.answerId}`);
}

export async function rate(account: Account, form: FormOf<"rate">) {
	const rating = form.rating === "none" ? null : form.rating;
	const rated = await rateAnswer(db(), account.id, form.answerId, rating, form.reason);
	if (rated.outcome === "no-such-answer")
		return goneWithAnswer(account, form.answerId, form.stay, { unsaved: true });
	if (form.stay) return stayed({ done: "rated", answerId: form.answerId, rating });
	return toConversation(rated.conversationId, `m-${form.answerId}`);
}
