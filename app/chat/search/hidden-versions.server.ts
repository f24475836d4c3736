import { setImmediate as turn } from "node:timers/promises";
import type { Db } from "../../platform/db/connection.server.ts";
import { walkUp } from "../conversations/branch.server.ts";

/** A message and the conversation that it is in. */
export type MessagePlace = { id: string; conversation_id: string };

/** Exchanges read at a time: most conversations are shorter. */
const REFS_AT_ONCE = 100;
/** Exchanges walked for one page of results; exchanges above them count as shown. */
const MAX_WALKED = 4_000;

/**
 * Finds the messages, of these, in versions that their conversations do not show: not on the branch above the tip.
 * @param tips the last answer of what each conversation shows
 */
export async function findHidden(
	db: Db,
	accountId: string,
	tips: ReadonlyMap<string, string | null>,
	messages: readonly MessagePlace[],
): Promise<Set<string>> {
	const hidden = new Set<string>();
	let walked = 0;
	for (const [conversationId, own] of Map.groupBy(messages, ({ conversation_id }) => conversation_id)) {
		const tip = tips.get(conversationId);
		if (!tip) continue;
		const sought = new Set(own.map(({ id }) => id));
		for await (const { promptId, answerId } of walkUp(db, accountId, tip, REFS_AT_ONCE)) {
			sought.delete(promptId);
			sought.delete(answerId);
			if (sought.size === 0 || ++walked > MAX_WALKED) break;
		}
		if (walked > MAX_WALKED) break;
		for (const id of sought) hidden.add(id);
		await turn();
	}
	return hidden;
}
