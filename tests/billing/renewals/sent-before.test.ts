import { expect, test } from "vitest";
import { DAY } from "../../../app/platform/dates/day-boundaries.server.ts";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { HOUR, NOON } from "../shop.ts";
import { setUpShop } from "./set-up-shop.ts";
import { subscriber } from "./subscriber.ts";

const shop = setUpShop();

const END = NOON + 30 * DAY;

const COPIED = [
	"purchases",
	"subscriptions",
	"renewals",
	"payment_methods",
	"letters",
	"jobs",
	"refunds",
] as const;

/** What a copy of the database holds. @returns puts it back */
async function copyOf(db: Db): Promise<() => Promise<void>> {
	const rows = await Promise.all(COPIED.map((table) => db.selectFrom(table).selectAll().execute()));
	return async () => {
		for (const [index, table] of COPIED.entries()) {
			await db.deleteFrom(table).execute();
			const values = rows[index] ?? [];
			if (values.length > 0)
				await db
					.insertInto(table)
					.values(values as never)
					.execute();
		}
	};
}

eachDatabase((openTestDb) => {
	test.each([
		["before its day was told of", END - 6 * DAY],
		["when its day was told of", END - 2 * DAY],
	])("a database that is restored from a copy made %s does not make a charge again", async (_, copied) => {
		const db = await openTestDb();
		const { live, world, renewal, purchases } = await subscriber(db, shop.yookassa);
		await live(copied);
		const restore = await copyOf(db);
		await live(END - DAY + 2 * HOUR);
		expect(await renewal()).toMatchObject({ state: "on", paid_until: END + 30 * DAY });
		await restore();
		expect(await renewal()).toMatchObject({ state: "on", paid_until: END });
		// The gateway has forgotten the key by now.
		world.now = END - DAY + 30 * HOUR;
		await live(END + 6 * DAY);
		expect([...shop.yookassa.payments.values()].filter(({ status }) => status === "succeeded")).toHaveLength(
			2,
		);
		expect((await purchases()).map(({ state }) => state)).toEqual(["paid", "paid"]);
		expect(await renewal()).toMatchObject({ state: "on" });
	});

	test("a charge whose answer was lost is recognised when its repetition is refused", async () => {
		const db = await openTestDb();
		const { live, renewal, purchases } = await subscriber(db, shop.yookassa);
		shop.yookassa.trouble("POST /payments", { how: "500-done" }, { how: "400" });
		await live(END);
		expect((await purchases()).at(-1)).toMatchObject({ kind: "renewal", state: "paid" });
		expect(await renewal()).toMatchObject({ state: "on", paid_until: END + 30 * DAY });
	});

	test("a refused charge that the gateway does not know has failed", async () => {
		const db = await openTestDb();
		const { live, renewal, purchases, kinds } = await subscriber(db, shop.yookassa);
		shop.yookassa.trouble("POST /payments", { how: "400" });
		await live(END);
		expect((await purchases()).at(-1)).toMatchObject({ state: "canceled", reason: "misconfigured" });
		expect(await renewal()).toMatchObject({ state: "off", reason: "failed" });
		expect(kinds()).toContain("renewal-ended");
	});

	test("a charge that the bank executes after ten days goes back, though nobody notifies of it", async () => {
		const db = await openTestDb();
		const { live, renewal, purchases, charges } = await subscriber(db, shop.yookassa);
		shop.yookassa.scripted.charges = ["pending"];
		await live(END + 10 * DAY);
		expect(await renewal()).toMatchObject({ state: "off", reason: "failed" });
		expect((await purchases()).at(-1)).toMatchObject({ state: "waiting" });
		shop.yookassa.pay(shop.yookassa.paymentOf((await purchases()).at(-1)?.id ?? "").id);
		await live(END + 11 * DAY);
		expect((await purchases()).at(-1)).toMatchObject({ state: "refunded" });
		expect(charges()).toHaveLength(1);
		const asked = shop.yookassa.requests.filter(
			({ method, path }) => method === "GET" && path !== "/payments",
		);
		expect(asked.length).toBeLessThan(60);
	});
});
