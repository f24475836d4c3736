import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Actor } from "../../../app/accounts/staff/journal.server.ts";
import { CONSOLE } from "../../../app/accounts/staff/journal.server.ts";
import { sandboxGateway } from "../../../app/billing/gateways/sandbox.server.ts";
import { planInForce } from "../../../app/billing/plans/plan-in-force.server.ts";
import { readAllowance } from "../../../app/billing/quota/allowance.server.ts";
import { correctAsStaff, SUPPORT_CORRECTS } from "../../../app/billing/staff/correct-as-staff.server.ts";
import { allowanceCorrectedEmail, planGivenEmail } from "../../../app/billing/staff/emails-of-acts.server.ts";
import { grantAsStaff } from "../../../app/billing/staff/grant-as-staff.server.ts";
import { refundAsStaff } from "../../../app/billing/staff/refund-as-staff.server.ts";
import { DAY } from "../../../app/platform/dates/day-boundaries.server.ts";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import type { Role } from "../../../app/platform/http/context.server.ts";
import { somebody } from "../../chat/people.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { PLUS, testPaymentContext } from "../payment-context.ts";
import { setUpShop } from "../renewals/set-up-shop.ts";
import { NOON, payer } from "../shop.ts";

const shop = setUpShop();

async function member(db: Db, role: Role): Promise<Actor & { accountId: string }> {
	const accountId = await somebody(db);
	await db
		.insertInto("staff")
		.values({ account_id: accountId, role, granted_by: null, granted_at: 1 })
		.execute();
	return { accountId, role, client: { ip: "192.0.2.9", userAgent: "" }, requestId: "r" };
}

const journal = (db: Db) => db.selectFrom("staff_events").selectAll().orderBy("number").execute();

describe("staff", () => {
	eachDatabase((openTestDb) => {
		test("returns money by its right, once, and the journal knows the sum in the same transaction", async () => {
			const db = await openTestDb();
			const buyer = await payer(db, shop.yookassa);
			const refundId = randomUUID();
			const refund = (actor: Actor, id: string = refundId) =>
				refundAsStaff(
					db,
					buyer.paymentContext,
					{ purchaseId: buyer.id, refundId: id, reason: "Просьба человека" },
					actor,
					NOON + DAY,
				);
			const support = await member(db, "support");
			expect(await refund(support)).toEqual({ outcome: "forbidden" });
			expect(await journal(db)).toEqual([]);
			const accountant = await member(db, "accountant");
			// Two presses are one refund and one entry.
			expect(await refund(accountant)).toEqual({ outcome: "done" });
			expect(await refund(accountant)).toEqual({ outcome: "done" });
			expect(await refund(accountant, randomUUID())).toEqual({ outcome: "nothing-to-refund" });
			expect(shop.yookassa.refunds.size).toBeGreaterThan(0);
			expect(await buyer.row()).toMatchObject({ state: "refunded" });
			const entries = await journal(db);
			expect(entries).toMatchObject([
				{
					act: "payment-refunded",
					actor_id: accountant.accountId,
					account_id: buyer.me,
					reason: "Просьба человека",
					after: expect.stringMatching(new RegExp(`^390,00\\s₽, ${buyer.id}$`)),
				},
			]);
			expect(
				await refundAsStaff(db, buyer.paymentContext, { purchaseId: "no", refundId, reason: "" }, CONSOLE),
			).toEqual({ outcome: "no-such-purchase" });
		});

		test("of two members who return the same money one does", async () => {
			const db = await openTestDb();
			const buyer = await payer(db, shop.yookassa);
			const actors = await Promise.all([member(db, "owner"), member(db, "administrator")]);
			const outcomes = await Promise.all(
				actors.map((actor) =>
					refundAsStaff(
						db,
						buyer.paymentContext,
						{ purchaseId: buyer.id, refundId: randomUUID(), reason: "Жалоба" },
						actor,
						NOON + DAY,
					),
				),
			);
			const words = outcomes.map(({ outcome }) => outcome);
			expect(words.filter((outcome) => outcome === "done")).toHaveLength(1);
			expect(["under-way", "nothing-to-refund"]).toContain(words.find((outcome) => outcome !== "done"));
			expect(await journal(db)).toHaveLength(1);
		});

		test("gives a plan once for each form, to others, and not to those above", async () => {
			const db = await openTestDb();
			const me = await somebody(db);
			const [owner, administrator] = [await member(db, "owner"), await member(db, "administrator")];
			const give = (actor: Actor, accountId: string, grantId: string = randomUUID()) =>
				grantAsStaff(db, { accountId, grantId, plan: PLUS, reason: "Пилот" }, actor, NOON);
			for (const role of ["support", "accountant"] as const)
				expect(await give(await member(db, role), me)).toEqual({ outcome: "forbidden" });
			const grantId = randomUUID();
			expect(await give(administrator, me, grantId)).toMatchObject({ outcome: "done" });
			expect(await give(administrator, me, grantId)).toEqual({ outcome: "unchanged" });
			expect((await planInForce(db, me, NOON)).paidUntil).toBe(NOON + 30 * DAY);
			expect(await give(administrator, administrator.accountId)).toEqual({ outcome: "staff" });
			expect(await give(administrator, owner.accountId)).toEqual({ outcome: "staff" });
			expect(await give(owner, owner.accountId)).toMatchObject({ outcome: "done" });
			await db.updateTable("accounts").set({ state: "deleted", email: null }).where("id", "=", me).execute();
			expect(await give(CONSOLE, me)).toEqual({ outcome: "unchanged" });
			expect((await journal(db)).map(({ act, after }) => [act, after])).toEqual([
				["plan-granted", expect.stringMatching(/^«Плюс» до 21\sдекабря 2026$/)],
				["plan-granted", expect.stringMatching(/^«Плюс»/)],
			]);
		});

		test("writes to the person where that was asked for, with the reason, and once", async () => {
			const db = await openTestDb();
			const me = await somebody(db);
			const { sender: tell } = testPaymentContext(sandboxGateway(db, "https://chat.example.ru"));
			const emails = () =>
				db.selectFrom("letters").select(["kind", "recipient"]).orderBy("created_at").execute();
			const grant = { accountId: me, grantId: randomUUID(), plan: PLUS, reason: "Пилот" };
			const correction = { accountId: me, messages: 5, reference: randomUUID(), reason: "Сбой" };
			await grantAsStaff(db, { ...grant, grantId: randomUUID() }, CONSOLE, NOON);
			await correctAsStaff(db, { ...correction, reference: randomUUID() }, CONSOLE, NOON);
			expect(await emails()).toEqual([]);
			for (const outcome of ["done", "unchanged"]) {
				expect(await grantAsStaff(db, { ...grant, tell }, CONSOLE, NOON + 1)).toMatchObject({ outcome });
				const corrected = await correctAsStaff(db, { ...correction, tell }, CONSOLE, NOON + 2);
				expect(corrected).toMatchObject({ outcome });
			}
			const recipient = `${me}@example.ru`;
			expect(await emails()).toEqual([
				{ kind: "plan-given", recipient },
				{ kind: "allowance-corrected", recipient },
			]);
			const until = Date.UTC(2026, 11, 21, 9);
			const given = planGivenEmail(tell, recipient, { plan: PLUS, until, reason: "Пилот <b>" });
			expect(given.text.replaceAll("\u00a0", " ")).toContain(
				"подарил вам тариф «Плюс» на 30 дней. Он действует до 21 декабря 2026.",
			);
			expect(given.text).toContain("Причина: Пилот <b>");
			expect(given.html).toContain("Причина: Пилот &lt;b&gt;");
			const texts = [1, 22, -5].map(
				(messages) => allowanceCorrectedEmail(tell, recipient, { messages, reason: "Сбой" }).text,
			);
			expect(texts[0]).toMatch(/Мы добавили к\sвашему лимиту 1\sсообщение\./);
			expect(texts[1]).toMatch(/Мы добавили к\sвашему лимиту 22\sсообщения\./);
			expect(texts[2]).toMatch(/Мы убавили из\sвашего лимита 5\sсообщений\./);
		});

		test("corrects an allowance: support by fifty messages a day in all, others as they like, never below nothing", async () => {
			const db = await openTestDb();
			const me = await somebody(db);
			const support = await member(db, "support");
			const correct = (actor: Actor, messages: number, at = NOON, reference: string = randomUUID()) =>
				correctAsStaff(db, { accountId: me, messages, reference, reason: "Сбой" }, actor, at);
			const { left } = await readAllowance(db, me, NOON);
			const reference = randomUUID();
			expect(await correct(support, 30, NOON, reference)).toEqual({ outcome: "done", value: 30 });
			expect(await correct(support, 30, NOON, reference)).toEqual({ outcome: "unchanged" });
			expect(await correct(support, -20, NOON + 1)).toEqual({ outcome: "done", value: -20 });
			expect(await correct(support, 1, NOON + 2)).toEqual({ outcome: "too-much" });
			expect(await correct(support, SUPPORT_CORRECTS, NOON + DAY + 2)).toMatchObject({ outcome: "done" });
			const administrator = await member(db, "administrator");
			expect(await correct(administrator, 5_000, NOON + DAY + 3)).toMatchObject({ outcome: "done" });
			expect(await correct(await member(db, "accountant"), 1)).toEqual({ outcome: "forbidden" });
			const now = await readAllowance(db, me, NOON + DAY + 4);
			// The allowance of the day before is over, and what was corrected of it.
			expect(now.left).toBe(left + SUPPORT_CORRECTS + 5_000);
			expect(await correct(CONSOLE, -1_000_000, NOON + DAY + 5)).toEqual({
				outcome: "done",
				value: -now.left,
			});
			// Nothing is left to subtract: no entry in the ledger or in the journal.
			expect(await correct(CONSOLE, -1, NOON + DAY + 6)).toEqual({ outcome: "unchanged" });
			const corrections = await db
				.selectFrom("ledger")
				.select("messages")
				.where("account_id", "=", me)
				.where("kind", "=", "correct")
				.execute();
			expect(corrections).toHaveLength(5);
			expect(await journal(db)).toHaveLength(5);
		});
	});
});
