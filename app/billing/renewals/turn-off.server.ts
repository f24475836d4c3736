import { maskedEmail } from "../../accounts/email.server.ts";
import type { Client } from "../../accounts/http/request-client.server.ts";
import { hashOfToken } from "../../accounts/tokens/secrets.server.ts";
import { post } from "../../mail/outbox.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { readDatabaseTime } from "../../platform/db/database-clock.server.ts";
import { lockRow } from "../../platform/db/lock-row.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import type { PaymentContext } from "../payments/payment-context.server.ts";
import type { Plan } from "../plans/plan.server.ts";
import { readUnfinished } from "../plans/plan-in-force.server.ts";
import { recordWithdrawal } from "./consent.server.ts";
import {
	changeRenewal,
	isOver,
	type RenewalRow,
	renewalOf,
	savedCardOf,
	toldUntil,
	type WhyOff,
	withdrawNotice,
} from "./renewal.server.ts";
import { stoppedEmail } from "./renewal-emails.server.ts";
import { forgetCard } from "./saved-cards.server.ts";

/**
 * Turns a renewal off, in a transaction that has locked the account. A charge that was sent already is refunded when it
 * succeeds.
 */
export async function turnOff(trx: Db, renewal: RenewalRow, why: WhyOff, now: number): Promise<void> {
	await withdrawNotice(trx, renewal);
	await changeRenewal(
		trx,
		renewal,
		{ state: "off", reason: why, next_at: null, stop_token_hash: null, stop_token_until: null },
		now,
	);
}

/** Turns off whatever renewal an account has; harmless without one. */
export async function turnOffFor(trx: Db, accountId: string, why: WhyOff, now: number): Promise<void> {
	await lockRow(trx, "accounts", accountId);
	const renewal = await renewalOf(trx, accountId);
	if (renewal && renewal.state !== "off") await turnOff(trx, renewal, why, now);
}

/** Needed to write to the person; without payments nobody is written to. */
type Mail = Pick<PaymentContext, "sender"> | null;

/**
 * «Не продлевать»: nothing is charged any more. A charge that is on its way is refunded in full when it succeeds.
 * @returns `not-on` when there was nothing to stop
 */
export async function stopRenewal(
	db: Db,
	mail: Mail,
	accountId: string,
	client: Client,
	at?: number,
): Promise<{ outcome: "stopped"; charging: boolean } | { outcome: "not-on" }> {
	const now = at ?? (await readDatabaseTime(db));
	return transact(db, (trx) => stop(trx, mail, accountId, { why: "person", client }, now));
}

/**
 * «Удалить карту»: the gateway's id is deleted and the renewal turned off, in one transaction under the account's
 * lock. A charge that is on its way is refunded in full when it succeeds.
 * @returns `no-card` for another account's too
 */
export async function unlinkCard(
	db: Db,
	mail: Mail,
	accountId: string,
	methodId: string,
	client: Client,
	at?: number,
): Promise<{ outcome: "unlinked"; title: string; charging: boolean } | { outcome: "no-card" }> {
	const now = at ?? (await readDatabaseTime(db));
	return transact(db, async (trx) => {
		await lockRow(trx, "accounts", accountId);
		const card = await trx
			.selectFrom("payment_methods")
			.select("title")
			.where("id", "=", methodId)
			.where("account_id", "=", accountId)
			.executeTakeFirst();
		if (!card) return { outcome: "no-card" };
		const stopped = await stop(trx, mail, accountId, { why: "card-deleted", client }, now);
		await forgetCard(trx, accountId);
		const charging = stopped.outcome === "stopped" && stopped.charging;
		return { outcome: "unlinked", title: card.title, charging };
	});
}

/** A renewal that the link of an e-mail can turn off, and what its page shows. */
export type Stoppable = {
	accountId: string;
	/** The address masked: the holder of the link need not learn it. */
	account: string;
	plan: string;
	paidUntil: number;
	isOver: boolean;
	card: { id: string; title: string } | null;
};

/** @returns null: the link is unknown or has expired, or the renewal is off already */
export async function findStoppable(db: Db, token: string, now: number): Promise<Stoppable | null> {
	const renewal = await db
		.selectFrom("renewals")
		.innerJoin("accounts", "accounts.id", "renewals.account_id")
		.select(["account_id", "plan", "paid_until", "renewals.state", "email"])
		.where("stop_token_hash", "=", hashOfToken(token))
		.where("stop_token_until", ">", now)
		.where("renewals.state", "<>", "off")
		.executeTakeFirst();
	if (!renewal) return null;
	const { account_id: accountId, email } = renewal;
	const paidUntil = await paidUntilOf(db, renewal, now);
	const plan: Plan = JSON.parse(renewal.plan);
	const card = await savedCardOf(db, accountId);
	return {
		accountId,
		account: maskedEmail(email ?? ""),
		plan: plan.title,
		paidUntil,
		isOver: isOver({ paid_until: paidUntil }, now),
		card: card ? { id: card.id, title: card.title } : null,
	};
}

/** Whether the link of an e-mail is dead for its age alone: the renewal that it would turn off is on. */
export async function isLinkTooOld(db: Db, token: string, now: number): Promise<boolean> {
	const renewal = await db
		.selectFrom("renewals")
		.select("id")
		.where("stop_token_hash", "=", hashOfToken(token))
		.where("stop_token_until", "<=", now)
		.where("state", "<>", "off")
		.executeTakeFirst();
	return renewal !== undefined;
}

const paidUntilOf = async (
	db: Db,
	renewal: Pick<RenewalRow, "account_id" | "state" | "paid_until">,
	now: number,
): Promise<number> =>
	toldUntil(
		renewal,
		(await readUnfinished(db, renewal.account_id, now)).map(({ ends_at }) => ends_at),
	);

async function stop(
	trx: Db,
	mail: Mail,
	accountId: string,
	{ why, client }: { why: "person" | "card-deleted"; client: Client },
	now: number,
): Promise<{ outcome: "stopped"; charging: boolean } | { outcome: "not-on" }> {
	const account = await lockRow(trx, "accounts", accountId);
	const renewal = await renewalOf(trx, accountId);
	if (!renewal || renewal.state === "off") return { outcome: "not-on" };
	await turnOff(trx, renewal, why, now);
	await recordWithdrawal(trx, renewal.consent_id, client, now);
	if (mail && account?.email) {
		const saved = await savedCardOf(trx, accountId);
		const card = saved ? { title: saved.title, isDeleted: why === "card-deleted" } : null;
		const told = { ...renewal, paid_until: await paidUntilOf(trx, renewal, now) };
		const email = stoppedEmail(mail.sender, account.email, told, card, now);
		await post(trx, mail.sender.mailer, email, now);
	}
	return { outcome: "stopped", charging: renewal.state === "charging" };
}
