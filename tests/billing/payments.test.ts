import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readAllowance } from "../../app/billing/allowance.server.ts";
import { checkPayments } from "../../app/billing/check-payments.server.ts";
import { DAY } from "../../app/billing/days.ts";
import { sandboxGateway } from "../../app/billing/gateways/sandbox.server.ts";
import { hearNotification } from "../../app/billing/hear-notification.server.ts";
import { settlePayment } from "../../app/billing/settle-payment.server.ts";
import type { Db } from "../../app/db/connection.server.ts";
import { somebody } from "../chat/people.ts";
import { eachDatabase } from "../support/databases.ts";
import { FakeYookassa } from "../support/fake-yookassa.ts";
import { buy, NOON, outcomeOf, PLUS, shop } from "./shop.ts";

const MINUTE = 60_000;
let kassa: FakeYookassa;
beforeEach(async () => {
	kassa = await new FakeYookassa().start();
});
afterEach(() => kassa.stop());

const about = (id: string, event = "payment.succeeded") =>
	JSON.stringify({ type: "notification", event, object: { id, status: "succeeded", paid: true } });

describe("a payment", () => {
	eachDatabase((openTestDb) => {
		async function world(more?: Parameters<typeof shop>[1]) {
			const db = await openTestDb();
			const me = await somebody(db);
			const { settings, said } = shop(kassa, more);
			const settle = (id: string, now = NOON) => settlePayment(db, settings, id, now);
			const tick = (now: number) => checkPayments(db, settings, now);
			const hear = (body: string, now = NOON) => hearNotification(db, settings, body, now);
			return { db, me, settings, said, settle, tick, hear };
		}

		test("leads to the gateway, and grants the plan when the gateway says that it is paid", async () => {
			const { db, me, settings, settle } = await world();
			const { id, started } = await buy(db, settings, me);
			expect(started).toMatchObject({ outcome: "to-gateway", url: expect.stringContaining("yoomoney.ru") });
			expect(kassa.seen).toMatchObject([
				{
					key: id,
					body: {
						amount: { value: "390.00", currency: "RUB" },
						capture: true,
						metadata: { purchase: id },
						confirmation: {
							type: "redirect",
							return_url: `https://chat.example.ru/payment/success?payment=${id}`,
						},
						receipt: {
							customer: { email: "anna@example.ru" },
							tax_system_code: 2,
							items: [{ amount: { value: "390.00" }, quantity: 1, vat_code: 1, payment_subject: "service" }],
						},
					},
				},
			]);
			expect(await settle(id)).toBe("waiting");
			kassa.pay(id);
			expect(await settle(id)).toBe("paid");
			const { state, grants, letters, purchase } = await outcomeOf(db, id);
			expect({ state, grants, letters }).toEqual({ state: "paid", grants: 1, letters: ["payment-paid"] });
			expect(purchase.method).toBe("Карта •• 4477");
			const { inForce, left } = await readAllowance(db, me, NOON);
			expect([inForce.plan.key, inForce.until, left]).toEqual(["plus-month", NOON + 30 * DAY, 10]);
		});

		test.each([
			"insufficient_funds",
			"3d_secure_failed",
			"general_decline",
			"expired_on_confirmation",
			"internal_timeout",
			"something_nobody_has_heard_of",
		])("refused by «%s» grants nothing and keeps the reason", async (reason) => {
			const { db, me, settings, settle } = await world();
			const { id } = await buy(db, settings, me);
			kassa.refuse(id, reason);
			expect(await settle(id)).toBe("canceled");
			expect(await outcomeOf(db, id)).toMatchObject({ state: "canceled", reason, grants: 0, letters: [] });
		});

		test("the same form twice is one payment; another plan under its id is a conflict", async () => {
			const { db, me, settings } = await world();
			const { id, started } = await buy(db, settings, me);
			expect((await buy(db, settings, me, NOON, id)).started).toEqual(started);
			expect(kassa.payments.size).toBe(1);
			const stranger = await somebody(db);
			expect((await buy(db, settings, stranger, NOON, id)).started).toEqual({ outcome: "conflict" });
		});

		test.each([
			["an unknown outcome, twice", [{ status: 500 }, { status: 500 }]],
			["a broken line after the work was done", [{ drop: true as const }]],
			["a broken line before it", [{ drop: true as const, undone: true as const }]],
			["no answer in time", [{ hang: true as const }]],
			[
				"«processing»",
				[{ status: 202, body: { type: "processing", retry_after: 90_000 }, undone: true as const }],
			],
		])(
			"%s: «проверяется», and the clock repeats with the same key until it is one payment",
			async (_, faults) => {
				const { db, me, settings, tick } = await world();
				kassa.faults.push(...faults);
				const { id, started } = await buy(db, settings, me);
				expect(started).toEqual({ outcome: "unclear" });
				await tick(NOON + 30_000);
				expect((await outcomeOf(db, id)).state).toBe("started");
				await tick(NOON + 2 * MINUTE);
				expect((await outcomeOf(db, id)).state).toBe("waiting");
				expect(new Set(kassa.seen.map(({ key }) => key))).toEqual(new Set([id]));
				kassa.pay(id);
				await tick(NOON + 4 * MINUTE);
				expect(await outcomeOf(db, id)).toMatchObject({ state: "paid", grants: 1 });
			},
		);

		test("a refusal of our own keys is no payment, is logged for the operator, and never shows their words", async () => {
			const { db, me, settings, said } = await world();
			kassa.faults.push({ status: 401, undone: true });
			expect((await buy(db, settings, me)).started).toEqual({ outcome: "refused" });
			expect(said.join("\n")).toContain("проверьте настройки");
			expect(said.join("\n")).not.toContain("test_secret");
		});

		test("a process that died between asking and writing down is finished by the clock, once", async () => {
			const { db, me, settings, tick } = await world();
			const { id } = await buy(db, settings, me);
			kassa.pay(id);
			// As if the answer had never been written down.
			await db
				.updateTable("purchases")
				.set({ state: "started", gateway_id: null, confirmation_url: null, check_at: NOON })
				.execute();
			await tick(NOON + MINUTE);
			await tick(NOON + 3 * MINUTE);
			expect(await outcomeOf(db, id)).toMatchObject({ state: "paid", grants: 1 });
			expect(kassa.payments.size).toBe(1);
		});

		test("a notification that overtakes the answer to our own call grants once", async () => {
			const { db, me, settings, hear } = await world();
			kassa.beforeAnswer = async () => {
				const [payment] = [...kassa.payments.values()];
				if (payment) {
					payment.status = "succeeded";
					expect(await hear(about(payment.id))).toBe("heard");
				}
			};
			const { id } = await buy(db, settings, me);
			expect(await outcomeOf(db, id)).toMatchObject({ state: "paid", grants: 1, letters: ["payment-paid"] });
		});

		test("check 56: the same notification fifty times, with the return page and the clock: one grant", async () => {
			const { db, me, settings, hear, settle, tick } = await world();
			const { id } = await buy(db, settings, me);
			const { id: gatewayId } = kassa.pay(id);
			await Promise.all([
				...Array.from({ length: 50 }, () => hear(about(gatewayId))),
				...Array.from({ length: 10 }, () => settle(id)),
				...Array.from({ length: 5 }, () => tick(NOON + 2 * MINUTE)),
			]);
			// A restart in between changes nothing.
			const after = shop(kassa).settings;
			await hearNotification(db, after, about(gatewayId), NOON + DAY);
			expect(await outcomeOf(db, id)).toMatchObject({ state: "paid", grants: 1, letters: ["payment-paid"] });
			expect((await readAllowance(db, me, NOON)).granted).toBe(10);
		});

		test("check 56: «canceled» after «succeeded» and the other way round end with what the gateway says", async () => {
			const { db, me, settings, hear } = await world();
			const { id } = await buy(db, settings, me);
			const payment = kassa.pay(id);
			await hear(about(payment.id, "payment.canceled"));
			await hear(about(payment.id, "payment.waiting_for_capture"));
			expect(await outcomeOf(db, id)).toMatchObject({ state: "paid", grants: 1 });
		});

		test("check 55: invented and altered notifications grant nothing", async () => {
			const { db, me, settings, hear } = await world();
			const { id } = await buy(db, settings, me);
			const payment = kassa.paymentOf(id);
			const bodies = [
				"",
				"{",
				"null",
				"[]",
				'"payment.succeeded"',
				"{}",
				about(randomUUID()),
				about("../payments"),
				about(`${payment.id}/../x`),
				about(payment.id),
				about(id),
				JSON.stringify({
					event: "payment.succeeded",
					object: { ...payment, status: "succeeded", amount: { value: "1.00" } },
				}),
				JSON.stringify({ event: "refund.succeeded", object: { id: randomUUID(), payment_id: payment.id } }),
				JSON.stringify({ event: 1, object: { id: { $gt: "" } } }),
			];
			for (const body of bodies) expect([body, await hear(body)]).toEqual([body, "heard"]);
			expect(await outcomeOf(db, id)).toMatchObject({ state: "waiting", grants: 0, letters: [] });
		});

		test.each([
			["another sum", { amount: { value: "1.00", currency: "RUB" } }],
			["another currency", { amount: { value: "390.00", currency: "KZT" } }],
			["another order", { metadata: { purchase: randomUUID() } }],
			["a test shop's key", { test: true }],
		])("check 55: %s at the gateway grants nothing, and the operator is told", async (_, wrong) => {
			const { db, me, settings, said, settle } = await world();
			const { id } = await buy(db, settings, me);
			Object.assign(kassa.pay(id), wrong);
			await settle(id);
			expect(await outcomeOf(db, id)).toMatchObject({ state: "canceled", grants: 0, letters: [] });
			expect(said.join("\n")).toContain("тариф не включён");
		});

		test("a gateway that cannot be asked is asked again: the notification is answered with «later»", async () => {
			const { db, me, settings, hear, tick } = await world();
			const { id } = await buy(db, settings, me);
			const { id: gatewayId } = kassa.pay(id);
			kassa.faults.push({ status: 503, on: "GET" });
			expect(await hear(about(gatewayId))).toBe("later");
			expect((await outcomeOf(db, id)).state).toBe("waiting");
			await tick(NOON + 2 * MINUTE);
			expect((await outcomeOf(db, id)).state).toBe("paid");
		});

		test("given up after two hours, and honoured when the money comes all the same", async () => {
			const { db, me, settings, hear, tick } = await world();
			const { id } = await buy(db, settings, me);
			for (let at = NOON; at <= NOON + 3 * 60 * MINUTE; at += 5 * MINUTE) await tick(at);
			expect((await outcomeOf(db, id)).state).toBe("expired");
			const { id: gatewayId } = kassa.pay(id);
			await hear(about(gatewayId), NOON + 5 * 60 * MINUTE);
			expect(await outcomeOf(db, id)).toMatchObject({ state: "paid", grants: 1 });
		});

		test("in the sandbox it is what the person chooses", async () => {
			const db: Db = await openTestDb();
			const me = await somebody(db);
			const { settings } = shop(kassa, { gateway: sandboxGateway(db, "http://localhost:3000"), live: false });
			const { id, started } = await buy(db, settings, me);
			expect(started).toEqual({
				outcome: "to-gateway",
				url: `http://localhost:3000/payment/sandbox?payment=${id}`,
			});
			expect(await settlePayment(db, settings, id, NOON)).toBe("waiting");
			const { decideSandboxPayment } = await import("../../app/billing/gateways/sandbox.server.ts");
			expect(await decideSandboxPayment(db, await somebody(db), id, "pay")).toBe(false);
			expect(await decideSandboxPayment(db, me, id, "pay")).toBe(true);
			await decideSandboxPayment(db, me, id, "insufficient_funds");
			expect(await settlePayment(db, settings, id, NOON)).toBe("paid");
			expect(await outcomeOf(db, id)).toMatchObject({ state: "paid", grants: 1 });
		});

		test("of a plan that is not on offer, or free, there is none", async () => {
			const { db, me, settings } = await world({ plans: [{ ...PLUS, key: "start", price: 0, days: null }] });
			expect((await buy(db, settings, me)).started).toEqual({ outcome: "no-such-plan" });
			expect(kassa.seen).toEqual([]);
		});
	});
});
