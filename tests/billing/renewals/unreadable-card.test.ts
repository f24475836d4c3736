import { expect, test } from "vitest";
import type { PaymentContext } from "../../../app/billing/payments/payment-context.server.ts";
import { sealKey } from "../../../app/mail/seal.server.ts";
import { DAY } from "../../../app/platform/dates/day-boundaries.server.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { renewing } from "../payment-context.ts";
import { HOUR, MINUTE, NOON } from "../shop.ts";
import { setUpShop } from "./set-up-shop.ts";
import { subscriber } from "./subscriber.ts";

const shop = setUpShop();

const END = NOON + 30 * DAY;

/** The server is started again with another SESSION_SECRET. */
function changeSecret(context: PaymentContext): void {
	context.renewal = { ...renewing().renewal, sealKey: sealKey("another secret of the tests", "saved card") };
}

eachDatabase((openTestDb) => {
	test("a card that another secret has sealed is asked for again at once, as one that is refused for good", async () => {
		const db = await openTestDb();
		const one = await subscriber(db, shop.yookassa);
		await one.live(END - 2 * DAY);
		changeSecret(one.context);
		await one.live(END - DAY);
		expect(one.charges()).toEqual([]);
		expect(await one.renewal()).toMatchObject({ state: "paused", reason: "unreadable_card", next_at: null });
		expect(await one.card()).toMatchObject({ state: "refused" });
		expect((await one.purchases()).at(-1)).toMatchObject({
			...{ kind: "renewal", state: "canceled", reason: "unreadable_card", check_at: null },
		});
		const told = one.mailer.emails.filter(({ kind }) => kind === "renewal-paused");
		expect(told.map(({ text }) => text.replaceAll("\u00a0", " "))).toEqual([
			expect.stringContaining("прочитать сохранённую карту не удалось"),
		]);
		expect(one.context.logged.join()).toMatch(/SESSION_SECRET/);
		await one.live(END + 10 * DAY);
		expect((await one.purchases()).filter(({ kind }) => kind === "renewal")).toHaveLength(1);
	});

	test("what may have been sent before the secret was changed is waited for first", async () => {
		const db = await openTestDb();
		const one = await subscriber(db, shop.yookassa);
		shop.yookassa.trouble("POST /payments", ...Array(2).fill({ how: "500" }));
		await one.live(END - DAY);
		shop.yookassa.forgetTroubles();
		const sent = one.charges().length;
		expect(sent).toBeGreaterThan(0);
		changeSecret(one.context);
		await one.live(END - DAY + 30 * MINUTE);
		expect(await one.renewal()).toMatchObject({ state: "charging" });
		await one.live(END - DAY + 2 * HOUR);
		expect(await one.renewal()).toMatchObject({ state: "paused", reason: "unreadable_card" });
		expect(one.charges()).toHaveLength(sent);
	});
});
