import { expect, test } from "vitest";
import { type Actor, CONSOLE } from "../../../app/accounts/staff/journal.server.ts";
import { stopRenewalAsStaff, whoStopped } from "../../../app/billing/staff/stop-renewal-as-staff.server.ts";
import { DAY } from "../../../app/platform/dates/day-boundaries.server.ts";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import type { Role } from "../../../app/platform/http/context.server.ts";
import { somebody } from "../../chat/people.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { setUpShop } from "../renewals/set-up-shop.ts";
import { subscriber } from "../renewals/subscriber.ts";
import { HOUR, NOON } from "../shop.ts";

const shop = setUpShop();
const END = NOON + 30 * DAY;

async function member(db: Db, role: Role): Promise<Actor> {
	const accountId = await somebody(db);
	await db
		.insertInto("staff")
		.values({ account_id: accountId, role, granted_by: null, granted_at: 1 })
		.execute();
	return { accountId, role, client: { ip: "192.0.2.9", userAgent: "" }, requestId: "r" };
}

eachDatabase((openTestDb) => {
	test("staff turns a renewal off by its right, once: nothing is charged, the card stays, the person is told", async () => {
		const db = await openTestDb();
		const one = await subscriber(db, shop.yookassa);
		const asked = { accountId: one.me, reason: "Просьба по телефону" };
		const stop = (actor: Actor) => stopRenewalAsStaff(db, one.context, asked, actor, one.world.now);
		expect(await stop(await member(db, "accountant"))).toEqual({ outcome: "forbidden" });
		const support = await member(db, "support");
		expect(await stop(support)).toEqual({ outcome: "done", value: { plan: "Плюс", charging: false } });
		expect(await stop(support)).toEqual({ outcome: "unchanged" });
		expect(await one.renewal()).toMatchObject({ state: "off", reason: "staff", next_at: null });
		expect(await one.card()).toMatchObject({ state: "active" });
		expect(await db.selectFrom("staff_events").select(["act", "reason", "before"]).execute()).toEqual([
			{ act: "renewal-off", reason: "Просьба по телефону", before: "«Плюс»" },
		]);
		const { email } = await db
			.selectFrom("accounts")
			.select("email")
			.where("id", "=", support.accountId)
			.executeTakeFirstOrThrow();
		expect(await whoStopped(db, one.me)).toEqual({ name: null, email });
		await one.live(END + 10 * DAY);
		expect(one.charges()).toEqual([]);
		const told = one.mailer.emails.find(({ kind }) => kind === "renewal-off");
		expect(told?.text).toContain("Команда сервиса выключила автопродление");
		// The person may turn it on again, and nobody else: the consent of before was not withdrawn by them.
		const consents = await db.selectFrom("renewal_consents").select("act").execute();
		expect(consents).toEqual([{ act: "given" }]);
	});

	test("a charge that is at the bank while staff turns it off goes back in full", async () => {
		const db = await openTestDb();
		const one = await subscriber(db, shop.yookassa);
		await one.live(END - DAY - HOUR);
		shop.yookassa.scripted.charges = ["pending"];
		while (one.charges().length === 0) {
			one.world.now += HOUR;
			await one.tick();
		}
		expect(await one.renewal()).toMatchObject({ state: "charging" });
		const asked = { accountId: one.me, reason: "Просьба" };
		expect(await stopRenewalAsStaff(db, one.context, asked, CONSOLE, one.world.now)).toMatchObject({
			outcome: "done",
			value: { charging: true },
		});
		const charge = (await one.purchases()).find(({ kind }) => kind === "renewal");
		shop.yookassa.pay(shop.yookassa.paymentOf(charge?.id ?? "").id);
		await one.live(END + 10 * DAY);
		const [refunded, ...others] = (await one.purchases()).filter(({ kind }) => kind === "renewal");
		expect([refunded?.state, others]).toEqual(["refunded", []]);
		expect(await whoStopped(db, one.me)).toBeNull();
	});
});
