import { expect, test } from "vitest";
import { blockAccount } from "../../../app/accounts/block-account.server.ts";
import { CONSOLE } from "../../../app/accounts/staff/journal.server.ts";
import { requestRefund } from "../../../app/billing/refunds/refund-purchase.server.ts";
import { endBlockedHandler } from "../../../app/billing/renewals/end-blocked.server.ts";
import { DAY } from "../../../app/platform/dates/day-boundaries.server.ts";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import { world as accountsWorld } from "../../accounts/world.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { runDueJobs } from "../../support/run-due-jobs.ts";
import { HOUR, NOON } from "../shop.ts";
import { setUpShop } from "./set-up-shop.ts";
import { type Subscriber, subscriber } from "./subscriber.ts";

const shop = setUpShop();

const END = NOON + 30 * DAY;

/** Each state, and how the bank answers the first charge on the way to it. */
const STATES = [
	["on", undefined],
	["charging", "pending"],
	["retrying", "insufficient_funds"],
	["paused", "card_expired"],
] as const;

const ENDS: [how: string, end: (db: Db, one: Subscriber) => Promise<unknown>, keepsCard: boolean][] = [
	["the person", (_, one) => one.stop(), true],
	["unlinking", (_, one) => one.unlink(), false],
	["a refund", (db, one) => refund(db, one), true],
	["a block", (db, one) => block(db, one), false],
];

async function refund(db: Db, { context, me, input, world }: Subscriber) {
	const ids = { purchaseId: input.purchaseId, refundId: crypto.randomUUID() };
	expect(await requestRefund(db, context, me, ids, world.now)).toEqual({ outcome: "done" });
}

async function block(db: Db, { me, world }: Subscriber) {
	const { settings } = await accountsWorld(async () => db);
	const whom = { accountId: me, reason: "a reason" };
	expect(await blockAccount(db, settings, whom, CONSOLE, world.now)).toMatchObject({ outcome: "done" });
	await runDueJobs(db, [endBlockedHandler(db)]);
}

const CASES = STATES.flatMap(([state, answer]) =>
	ENDS.map(([how, end, keepsCard]) => ({ state, answer, how, end, keepsCard })),
);

eachDatabase((openTestDb) => {
	test.each(CASES)(
		"$how turns a renewal off that is $state: nothing more is sent, and what the bank still does goes back",
		async ({ state, answer, end, keepsCard }) => {
			const db = await openTestDb();
			const one = await subscriber(db, shop.yookassa);
			if (answer) shop.yookassa.scripted.charges = [answer];
			await one.live(answer ? END - DAY + HOUR : END - 2 * DAY);
			expect(await one.renewal()).toMatchObject({ state });
			const sent = one.charges().length;
			await end(db, one);
			expect(await one.renewal()).toMatchObject({ state: "off", next_at: null });
			expect((await one.card()) !== undefined).toBe(keepsCard);
			const charge = (await one.purchases()).find(({ kind }) => kind === "renewal");
			if (charge && state === "charging") shop.yookassa.pay(shop.yookassa.paymentOf(charge.id).id);
			await one.live(END + 40 * DAY);
			expect(one.charges()).toHaveLength(sent);
			expect(await one.renewal()).toMatchObject({ state: "off" });
			const ended = (await one.purchases()).filter(({ kind }) => kind === "renewal");
			const after = { on: [], charging: ["refunded"], retrying: ["canceled"], paused: ["canceled"] };
			expect(ended.map((purchase) => purchase.state)).toEqual(after[state]);
		},
	);
});
