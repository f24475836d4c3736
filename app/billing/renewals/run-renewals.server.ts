import { post } from "../../mail/outbox.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { type Clock, readDatabaseTime } from "../../platform/db/database-clock.server.ts";
import { lockRow } from "../../platform/db/lock-row.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { forEachItem } from "../../platform/for-each-item.server.ts";
import type { PaymentContext } from "../payments/payment-context.server.ts";
import { advanceRenewal } from "./advance-renewal.server.ts";
import { isRenewing, priceToCome, renewalOf, willCharge } from "./renewal.server.ts";
import { cardExpiringEmail, nextChargeOf } from "./renewal-emails.server.ts";
import { EXPIRY_TOLD_BEFORE } from "./renewal-times.server.ts";

const PER_PAGE = 100;
/** Calls at the gateway at the same time. */
const AT_ONCE = 4;

/** Does what is due of renewals. A scheduled job; nothing while they are not switched on, or there is no model. */
export async function runRenewals(
	db: Db,
	context: PaymentContext | null,
	{ clock, signal }: { clock?: Clock; signal?: AbortSignal } = {},
): Promise<void> {
	if (!context || !isRenewing(context.renewal)) return;
	const settings = context.renewal;
	const now = await readDatabaseTime(db, clock);
	const whole = { ...context, renewal: settings };
	// A round may take long: the gateway answers slowly. No charge is made by the time of its beginning.
	const time = () => readDatabaseTime(db, clock);
	await forEachItem(
		readDue(db, now, signal),
		async ({ id }) => advanceRenewal(db, whole, id, await time()),
		AT_ONCE,
	);
}

/** Tells of saved cards that end soon. A scheduled job, less often than charges: it reads all cards. */
export async function tellOfExpiringCards(
	db: Db,
	context: PaymentContext | null,
	{ clock }: { clock?: Clock } = {},
): Promise<void> {
	if (!context || !isRenewing(context.renewal)) return;
	const time = () => readDatabaseTime(db, clock);
	await forEachItem(await readExpiring(db, await time()), async ({ id }) =>
		tellOfExpiry(db, context, id, await time()),
	);
}

/** The pages go by keyset: a row that fails stays due, and must not block the others. */
async function* readDue(db: Db, now: number, signal: AbortSignal | undefined) {
	let [at, id] = [-1, ""];
	for (;;) {
		const page = await db
			.selectFrom("renewals")
			.select(["id", "next_at as at"])
			.where("next_at", "<=", now)
			.where(({ eb, refTuple, tuple }) => eb(refTuple("next_at", "id"), ">", tuple(at, id)))
			.orderBy("next_at")
			.orderBy("id")
			.limit(PER_PAGE)
			.$narrowType<{ at: number }>()
			.execute();
		for (const row of page) {
			if (signal?.aborted) return;
			yield row;
		}
		const last = page.at(-1);
		if (!last || page.length < PER_PAGE) return;
		[at, id] = [last.at, last.id];
	}
}

/** The rest follows with the next run. */
const readExpiring = (db: Db, now: number) =>
	db
		.selectFrom("payment_methods")
		.innerJoin("renewals", "renewals.method_id", "payment_methods.id")
		.select("payment_methods.id")
		.where("payment_methods.expires_at", "<=", now + EXPIRY_TOLD_BEFORE)
		// A card that has already expired is skipped: the refused charge sends its own e-mail.
		.where("payment_methods.expires_at", ">", now)
		.where("payment_methods.expiry_told_at", "is", null)
		.where("renewals.state", "in", ["on", "charging", "retrying"])
		.limit(PER_PAGE)
		.execute();

async function tellOfExpiry(
	db: Db,
	{ sender, renewal: settings }: PaymentContext,
	id: string,
	now: number,
): Promise<void> {
	await transact(db, async (trx) => {
		const found = await trx.selectFrom("payment_methods").selectAll().where("id", "=", id).executeTakeFirst();
		if (!found) return;
		const account = await lockRow(trx, "accounts", found.account_id);
		const { numUpdatedRows } = await trx
			.updateTable("payment_methods")
			.set({ expiry_told_at: now })
			.where("id", "=", id)
			.where("expiry_told_at", "is", null)
			.executeTakeFirst();
		const renewal = await renewalOf(trx, found.account_id);
		if (numUpdatedRows === 0n || !settings || !willCharge(renewal, settings) || !account?.email) return;
		// A price that is announced ends it before the card is needed.
		const chargeAt = nextChargeOf(sender, renewal, now);
		if (priceToCome(renewal, settings, chargeAt)) return;
		const card = { title: found.title, expiresAt: found.expires_at ?? now };
		await post(trx, sender.mailer, cardExpiringEmail(sender, account.email, renewal, card, now), now);
	});
}
