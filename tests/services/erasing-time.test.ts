import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { forgetOldPayments } from "../../app/billing/forget-old-payments.server.ts";
import { config } from "../../app/platform/config.server.ts";
import { DAY } from "../../app/platform/dates/day-boundaries.server.ts";
import { erasingTime } from "../../app/services/erasing-time.server.ts";
import { PLUS } from "../billing/payment-context.ts";
import { somebody } from "../chat/people.ts";
import { eachDatabase } from "../support/database/databases.ts";

eachDatabase((openTestDb) => {
	test("by a clock that is years ahead no payer is forgotten; one that is right counts", async () => {
		const dataDir = mkdtempSync(join(tmpdir(), "sobesednik-erasing-"));
		const right = Date.now();
		vi.useFakeTimers({ toFake: ["Date"], now: right });
		onTestFinished(() => {
			vi.useRealTimers();
			rmSync(dataDir, { recursive: true });
		});
		const db = await openTestDb();
		const me = await somebody(db);
		await db
			.insertInto("purchases")
			.values({
				id: "sold",
				account_id: me,
				plan_key: PLUS.key,
				plan: JSON.stringify(PLUS),
				amount: 39_000,
				receipt_email: "payer@example.ru",
				gateway: "yookassa",
				state: "paid",
				receipt_state: "succeeded",
				created_at: right,
				ended_at: right,
			})
			.execute();
		const settings = { dataDir, backup: { ...config.backup, dir: null } };
		const time = () => erasingTime(db, settings);
		const payer = async () => {
			await forgetOldPayments(db, "Europe/Moscow", { now: await time() });
			return db.selectFrom("purchases").select("account_id").executeTakeFirst();
		};
		expect(await time()).toBe(right);
		vi.setSystemTime(right + 7 * 365 * DAY);
		expect(await payer()).toEqual({ account_id: me });
	});
});
