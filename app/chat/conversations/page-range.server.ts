import type { Db } from "../../platform/db/connection.server.ts";
import { findMessage, readBelow, readBranch } from "./branch.server.ts";

/** Exchanges below a message that was asked for. */
const EXCHANGES_BELOW = 12;

/** The part of a conversation to show; without either, its end. */
export type Part = {
	/** The part above this message, a prompt or an answer. */
	before?: string | null;
	/** The part around this message, on its own branch. The stored choice of versions stays. */
	message?: string | null;
};

type PageRange = {
	/** The last answer to show; null where a conversation, or the part above a message, is empty. */
	end: string | null;
	later: boolean;
};

/** @returns undefined when the conversation has no such message */
export async function findRange(
	db: Db,
	accountId: string,
	conversationId: string,
	tip: string | null,
	{ before, message }: Part,
): Promise<PageRange | undefined> {
	const asked = before ?? message;
	if (!asked) return { end: tip, later: false };
	const answerId = await findMessage(db, accountId, conversationId, asked);
	if (!answerId) return undefined;
	if (before) {
		const [exchange] = await readBranch(db, accountId, answerId, 1);
		return { end: exchange?.prompt.parent_answer_id ?? null, later: true };
	}
	const below = await readBelow(db, answerId, EXCHANGES_BELOW + 1);
	const shown = below.slice(0, EXCHANGES_BELOW);
	return { end: shown.at(-1) ?? answerId, later: below.length > shown.length };
}
