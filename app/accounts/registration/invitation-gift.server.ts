import type { Db } from "../../platform/db/connection.server.ts";
import { lockRow } from "../../platform/db/lock-row.server.ts";

/** The gift that an invitation brings with the account. Only the module that gives the plan reads it. */
export type InvitationGift = {
	/** As the e-mail and the list say it: «Плюс» на 30 дней. */
	words: string;
	/** As it was offered when somebody was invited. */
	plan: object;
};

/** The kind of the job that gives it; its key is the account's id. */
export const GIVE_GIFT = "give-gift";

export const giftOf = (stored: string | null): InvitationGift | null =>
	stored === null ? null : (JSON.parse(stored) as InvitationGift);

/** Takes the gift of an account, in the transaction that gives it; the account is locked. @returns null: none (any more) */
export async function takeGift(trx: Db, accountId: string): Promise<InvitationGift | null> {
	const account = await lockRow(trx, "accounts", accountId);
	if (!account?.gift || account.state === "deleted") return null;
	await trx.updateTable("accounts").set({ gift: null }).where("id", "=", accountId).execute();
	return giftOf(account.gift);
}
