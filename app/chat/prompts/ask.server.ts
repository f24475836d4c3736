import { randomUUID } from "node:crypto";
import { ourTerms, type Terms } from "../../billing/payments/terms.server.ts";
import { attachFiles, copyAttachments } from "../../files/attachments.server.ts";
import { attachCollections } from "../../files/collections/conversation-collections.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { isForeignKeyViolation, isUniqueViolation } from "../../platform/db/unique-violation.server.ts";
import { denyByQuestion } from "../consent/deny-waiting.server.ts";
import { findMessage, tipThrough } from "../conversations/branch.server.ts";
import { markShown } from "../conversations/choose-version.server.ts";
import { isOfConversation } from "../conversations/not-deleted.server.ts";
import { indexMessage, indexTitle } from "../search/index-message.server.ts";
import { titleFrom } from "../titles/title.server.ts";
import { type Switches, storeSwitches, withoutTools } from "../tools/switches.server.ts";
import { mayWriteOneMore } from "./answers-at-once.server.ts";
import {
	type Admit,
	admitOrThrow,
	answersOfAllServers,
	InstallationFull,
} from "./answers-of-all-servers.server.ts";
import { insertAnswer } from "./insert-answer.server.ts";
import { Exhausted, type OutOfMessages, reserveOrThrow } from "./reserve.server.ts";

/** In UTF-16 units with LF line ends. */
export const PROMPT_LIMIT = 32_000;

export type PromptInput = {
	/** Chosen by the form: the same id again is the same prompt. */
	promptId: string;
	/** Null: a new conversation, unless it is an edited prompt. */
	conversationId: string | null;
	text: string;
	model: string;
	/** The last answer that the user's page shows; without it the prompt follows the current branch. */
	after?: string | undefined;
	/** The prompt that this one is another version of; it has the files of that one. */
	editOf?: string | undefined;
	/** The title of a new conversation; without it the beginning of the text. */
	title?: string | undefined;
	/** Files sent before, in their order. */
	fileIds?: readonly string[];
	/** Collections that the conversation knows from this prompt on. */
	collectionIds?: readonly string[];
	/** The switches of the answer; without them those of the conversation's last question. */
	switches?: Switches;
	/** The model uses no tools, and the page could not tell: the answer says so where some are switched on. */
	lacksTools?: boolean;
};

export type Asked =
	| { outcome: "asked" | "repeated"; conversationId: string; answerId: string }
	/** The id belongs to a prompt with another text, or to another account. */
	| { outcome: "conflict" }
	| { outcome: "no-such-conversation" }
	/** One of the files is not the account's, or has been removed. */
	| { outcome: "no-such-file" | "no-such-collection" }
	/** The conversation would have more collections than it may. */
	| { outcome: "too-many-collections" }
	/** An answer is already running in this conversation. */
	| { outcome: "busy" }
	| { outcome: "too-many-answers" }
	/** The servers write as many answers as they may. */
	| { outcome: "full" }
	| OutOfMessages;

/**
 * Records a prompt and its pending answer in one transaction. The caller then starts a worker; if the process dies in
 * between, the job for orphans finds the answer.
 * @param text not empty, at most `PROMPT_LIMIT` units; validated by the caller
 * @param limit of answers of all servers together
 * @param admit to this process
 */
export async function ask(
	db: Db,
	accountId: string,
	input: PromptInput,
	now = Date.now(),
	terms: Terms = ourTerms,
	limit: number | null = answersOfAllServers,
	admit?: Admit,
): Promise<Asked> {
	const repeated = await findRepeated(db, accountId, input);
	if (repeated) return repeated;
	try {
		// A long conversation is walked before anything is locked.
		const seen = await findSeen(db, accountId, input);
		const { aside, ...asked } = await transact(db, async (trx) => {
			const recorded = await record(trx, accountId, input, seen, now, terms);
			if (recorded.outcome === "asked") await admitOrThrow(trx, limit, admit);
			return recorded;
		});
		if (aside) await markShown(db, accountId, aside, now);
		return asked;
	} catch (error) {
		if (error instanceof Exhausted) return error.outcome;
		if (error instanceof InstallationFull) return { outcome: "full" };
		if (error instanceof Unattachable) return { outcome: error.outcome };
		// Deleted since it was looked up.
		if (isForeignKeyViolation(error)) return { outcome: "no-such-conversation" };
		if (!isUniqueViolation(error)) throw error;
		// A double submit or two tabs: the unique indexes admit one request, and this is the other.
		return (await findRepeated(db, accountId, input)) ?? { outcome: "busy" };
	}
}

/** @returns `aside`: the answer that the prompt follows, where that leaves the current branch */
async function record(
	db: Db,
	accountId: string,
	input: PromptInput,
	seen: string | undefined,
	now: number,
	terms: Terms,
): Promise<Asked & { aside?: string | null }> {
	if (!(await mayWriteOneMore(db, accountId))) return { outcome: "too-many-answers" };

	const position = await findPosition(db, accountId, input, seen);
	if (!position) return { outcome: "no-such-conversation" };
	const conversationId = position.conversationId ?? randomUUID();
	const answerId = randomUUID();
	const switched = input.switches && storeSwitches(input.switches);
	let tools = switched ?? null;
	if (position.conversationId === null) {
		const conversation = await db
			.insertInto("conversations")
			.values({
				id: conversationId,
				account_id: accountId,
				title: titleFrom(input.title || input.text),
				model: input.model,
				tools,
				tip_answer_id: answerId,
				created_at: now,
				updated_at: now,
				indexed_at: now,
			})
			.returningAll()
			.executeTakeFirstOrThrow();
		await indexTitle(db, conversation);
	} else {
		const changed = await db
			.updateTable("conversations")
			.set({ tip_answer_id: answerId, updated_at: now, model: input.model, archived_at: null })
			.$if(switched !== undefined, (query) => query.set({ tools }))
			.where("id", "=", conversationId)
			.where("account_id", "=", accountId)
			.where("deleted_at", "is", null)
			.returning(["id", "tools"])
			.executeTakeFirst();
		// Deleted since it was looked up.
		if (!changed) return { outcome: "no-such-conversation" };
		tools = changed.tools;
		await denyByQuestion(db, conversationId, now);
	}
	await db
		.insertInto("prompts")
		.values({
			id: input.promptId,
			conversation_id: conversationId,
			account_id: accountId,
			parent_answer_id: position.parent,
			text: input.text,
			parts: null,
			created_at: now,
		})
		.execute();
	await attach(db, accountId, input, conversationId, now);
	await indexMessage(db, {
		accountId,
		conversationId,
		kind: "prompt",
		messageId: input.promptId,
		at: now,
		text: input.text,
	});
	await insertAnswer(
		db,
		{
			id: answerId,
			promptId: input.promptId,
			conversationId,
			accountId,
			reservation: input.promptId,
			tools: input.lacksTools ? withoutTools(tools) : tools,
		},
		input.model,
		now,
	);
	await reserveOrThrow(db, accountId, input.promptId, now, terms);
	return { outcome: "asked", conversationId, answerId, aside: position.aside ? position.parent : null };
}

/** Rolls the transaction of the prompt back. */
class Unattachable extends Error {
	readonly outcome: "no-such-file" | "no-such-collection" | "too-many-collections";

	constructor(outcome: Unattachable["outcome"]) {
		super(outcome);
		this.outcome = outcome;
	}
}

async function attach(
	trx: Db,
	accountId: string,
	{ promptId, editOf, fileIds = [], collectionIds = [] }: PromptInput,
	conversationId: string,
	now: number,
): Promise<void> {
	if (editOf !== undefined) return copyAttachments(trx, editOf, promptId);
	if (!(await attachFiles(trx, accountId, { id: promptId, conversationId }, fileIds, now)))
		throw new Unattachable("no-such-file");
	const attached = await attachCollections(trx, accountId, conversationId, collectionIds, now);
	if (attached !== "done") throw new Unattachable(attached === "full" ? "too-many-collections" : attached);
}

/** The end of the branch that the user sees; undefined where that is the current branch. */
async function findSeen(db: Db, accountId: string, input: PromptInput): Promise<string | undefined> {
	if (input.editOf !== undefined || input.conversationId === null || input.after === undefined) {
		return undefined;
	}
	const message = await findMessage(db, accountId, input.conversationId, input.after);
	return message && tipThrough(db, message);
}

type Position = {
	conversationId: string | null;
	parent: string | null;
	/** The prompt is not at the end of the current branch. */
	aside: boolean;
};

/**
 * Resolves the prompt's conversation and parent; undefined when the account has no such conversation or prompt.
 * @param seen the end of the branch that the user sees, as read before the transaction
 */
async function findPosition(
	db: Db,
	accountId: string,
	input: PromptInput,
	seen: string | undefined,
): Promise<Position | undefined> {
	if (input.editOf !== undefined) {
		const old = await db
			.selectFrom("prompts")
			.select(["conversation_id", "parent_answer_id"])
			.where("id", "=", input.editOf)
			.where("account_id", "=", accountId)
			.where(isOfConversation("prompts"))
			.executeTakeFirst();
		return old && { conversationId: old.conversation_id, parent: old.parent_answer_id, aside: true };
	}
	if (input.conversationId === null) return { conversationId: null, parent: null, aside: false };
	const conversation = await db
		.selectFrom("conversations")
		.select(["id", "tip_answer_id"])
		.where("id", "=", input.conversationId)
		.where("account_id", "=", accountId)
		.where("deleted_at", "is", null)
		.executeTakeFirst();
	if (!conversation) return undefined;
	const parent = seen === undefined ? conversation.tip_answer_id : await tipThrough(db, seen);
	return { conversationId: conversation.id, parent, aside: parent !== conversation.tip_answer_id };
}

async function findRepeated(db: Db, accountId: string, input: PromptInput): Promise<Asked | undefined> {
	const first = await db
		.selectFrom("prompts")
		.innerJoin("answers", "answers.prompt_id", "prompts.id")
		.innerJoin("conversations", "conversations.id", "prompts.conversation_id")
		.select(["prompts.account_id", "prompts.conversation_id", "prompts.text", "answers.id as answer_id"])
		.select("conversations.deleted_at")
		.where("prompts.id", "=", input.promptId)
		.orderBy("answers.created_at")
		.executeTakeFirst();
	if (!first) return undefined;
	const same = first.account_id === accountId && first.text === input.text;
	if (!same) return { outcome: "conflict" };
	if (first.deleted_at !== null) return { outcome: "no-such-conversation" };
	return { outcome: "repeated", conversationId: first.conversation_id, answerId: first.answer_id };
}
