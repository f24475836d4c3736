import { expect, test } from "vitest";
import { endsSoonEmail } from "../../app/billing/emails.server.ts";
import { sendExpiryNotices } from "../../app/billing/plans/expiry-notices.server.ts";
import { grantSubscription } from "../../app/billing/plans/subscriptions.server.ts";
import { DAY } from "../../app/platform/dates/day-boundaries.server.ts";
import type { Db } from "../../app/platform/db/connection.server.ts";
import { somebody } from "../chat/people.ts";
import { eachDatabase } from "../support/database/databases.ts";
import { memoryMailer } from "../support/fakes/mailer.ts";
import { aPlan } from "./plan.ts";

const NOON = Date.parse("2026-11-21T09:00:00Z");
const PLUS = {
	...aPlan({ messages: 10, everyDays: 30 }, { key: "plus-month", price: 39_000 }),
	title: "Плюс",
};
const TERMS = {
	free: { ...aPlan({ messages: 3, everyDays: 1 }), title: "Старт" },
	timeZone: "Europe/Moscow",
	secret: "s",
};

eachDatabase((openTestDb) => {
	const sendNotices = async (db: Db, at: number) => {
		const mailer = memoryMailer();
		const sender = {
			appUrl: "https://chat.example.ru",
			appName: "Собеседник",
			signature: [],
			timeZone: "Europe/Moscow",
			mailer,
		};
		await sendExpiryNotices(db, sender, { renewal: null, clock: () => at, terms: TERMS });
		const rows = await db.selectFrom("letters").select("kind").orderBy("created_at").orderBy("id").execute();
		return rows.map(({ kind }) => kind);
	};
	const buy = (db: Db, me: string, at: number) =>
		grantSubscription(db, me, { plan: PLUS, purchaseId: null }, at);

	test("three days before the end and after it, once each, whoever asks how often", async () => {
		const db = await openTestDb();
		await buy(db, await somebody(db), NOON);
		expect(await sendNotices(db, NOON + 26 * DAY)).toEqual([]);
		await Promise.all([1, 2, 3].map(() => sendNotices(db, NOON + 27 * DAY)));
		expect(await sendNotices(db, NOON + 28 * DAY)).toEqual(["plan-ends-soon"]);
		await Promise.all([1, 2, 3].map(() => sendNotices(db, NOON + 30 * DAY)));
		expect(await sendNotices(db, NOON + 31 * DAY)).toEqual(["plan-ends-soon", "plan-ended"]);
	});

	test.each([
		[27, "Через 3 дня, 21 декабря 2026, закончится"],
		[28, "Через 2 дня, 21 декабря 2026, закончится"],
		[29, "Завтра, 21 декабря 2026, закончится"],
		[30 - 1 / 24, "Сегодня, 21 декабря 2026, закончится"],
	])(
		"the e-mail before the end says how many days are left, also where it is late: after %s days",
		(day, words) => {
			const values = { plan: "Плюс", free: "Старт", until: NOON + 30 * DAY };
			const sender = { appUrl: "https://chat.example.ru", appName: "Собеседник", signature: [] };
			const told = { ...sender, timeZone: "Europe/Moscow" };
			const { text } = endsSoonEmail(told, "anna@example.ru", values, NOON + day * DAY);
			expect(text.replaceAll("\u00a0", " ")).toContain(words);
		},
	);

	test("those who cannot be notified delay nobody else", async () => {
		const db = await openTestDb();
		const [me, last] = [await somebody(db), await somebody(db)];
		const broken = Array.from({ length: 150 }, (_, i) => ({
			id: `broken ${String(i).padStart(3, "0")}`,
			account_id: me,
			plan_key: "plus-month",
			plan: "no plan",
			starts_at: NOON,
			// Two that end at the same moment stand on both sides of a page.
			ends_at: NOON + 30 * DAY - 1_000 + Math.floor(i / 2),
			created_at: NOON,
		}));
		await db.insertInto("subscriptions").values(broken).execute();
		await buy(db, last, NOON);
		await expect(sendNotices(db, NOON + 31 * DAY)).rejects.toMatchObject({ errors: { length: 150 } });
		const emails = await db.selectFrom("letters").select("kind").execute();
		expect(emails.map(({ kind }) => kind)).toEqual(["plan-ended"]);
	});

	test("not when something follows, not of what was replaced, not of what is long over", async () => {
		const db = await openTestDb();
		const [anna, boris, vera] = [await somebody(db), await somebody(db), await somebody(db)];
		await buy(db, anna, NOON);
		await buy(db, anna, NOON + DAY);
		await buy(db, boris, NOON);
		const pro = { ...PLUS, key: "pro-month", price: 99_000 };
		await grantSubscription(db, boris, { plan: pro, purchaseId: null }, NOON + 29 * DAY);
		expect(await sendNotices(db, NOON + 30 * DAY)).toEqual([]);
		await buy(db, vera, NOON - 100 * DAY);
		expect(await sendNotices(db, NOON + 30 * DAY)).toEqual([]);
	});
});
