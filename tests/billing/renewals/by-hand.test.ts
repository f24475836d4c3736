import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { planInForce } from "../../../app/billing/plans/plan-in-force.server.ts";
import { DAY } from "../../../app/platform/dates/day-boundaries.server.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { type FakeYookassa, startFakeYookassa } from "../../support/fakes/fake-yookassa.ts";
import { HOUR, NOON } from "../shop.ts";
import { subscriber } from "./subscriber.ts";

let yookassa: FakeYookassa;
beforeAll(async () => {
	yookassa = await startFakeYookassa();
});
beforeEach(() => {
	Object.assign(yookassa.scripted, { saves: true, charges: [], refunds: "succeeded" });
	yookassa.requests.length = 0;
	yookassa.payments.clear();
	yookassa.forgetTroubles();
});
afterAll(() => yookassa.stop());

const END = NOON + 30 * DAY;

eachDatabase((openTestDb) => {
	test("a period that was paid by hand is not charged, though its charge waited for the settings", async () => {
		const db = await openTestDb();
		const { me, live, buy, world, renewal, purchases, kinds } = await subscriber(db, yookassa);
		yookassa.trouble("POST /payments", ...Array(4).fill({ how: "403" }));
		await live(END - DAY + 2 * HOUR);
		expect(await renewal()).toMatchObject({ state: "charging" });
		yookassa.forgetTroubles();
		const byHand = await buy({ agrees: false });
		await live(world.now + 3 * DAY);
		expect([...yookassa.payments.values()].filter(({ status }) => status === "succeeded")).toHaveLength(2);
		expect((await purchases()).map(({ kind, state }) => [kind, state])).toEqual([
			["plan", "paid"],
			["renewal", "expired"],
			["plan", "paid"],
		]);
		expect((await purchases()).at(-1)?.id).toBe(byHand);
		expect((await planInForce(db, me, world.now)).paidUntil).toBe(END + 30 * DAY);
		expect(await renewal()).toMatchObject({ state: "on", paid_until: END + 30 * DAY });
		expect(kinds()).not.toContain("renewal-charged");
		// And the period after it is charged as ever.
		await live(END + 30 * DAY);
		expect(await renewal()).toMatchObject({ state: "on", paid_until: END + 60 * DAY });
	});
});
