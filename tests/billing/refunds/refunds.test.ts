import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { deleteAccount } from "../../../app/accounts/delete-account.server.ts";
import { yookassaGateway } from "../../../app/billing/gateways/yookassa/gateway.server.ts";
import { planInForce } from "../../../app/billing/plans/plan-in-force.server.ts";
import { reserveMessage, settleMessage } from "../../../app/billing/quota/allowance.server.ts";
import { requestRefund } from "../../../app/billing/refunds/refund-purchase.server.ts";
import { previewRefund } from "../../../app/billing/refunds/refundable.server.ts";
import { settleRefund } from "../../../app/billing/refunds/settle-refund.server.ts";
import { finishSending } from "../../../app/mail/outbox.server.ts";
import { DAY } from "../../../app/platform/dates/day-boundaries.server.ts";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import { openDatabase } from "../../../app/platform/db/connection.server.ts";
import { eraseData } from "../../../app/privacy/erase-data.server.ts";
import { world } from "../../accounts/world.ts";
import { somebody } from "../../chat/people.ts";
import { eachDatabase, urlOf } from "../../support/database/databases.ts";
import {
	type FakeYookassa,
	OPERATOR_EMAIL,
	startFakeYookassa,
	type Trouble,
} from "../../support/fakes/fake-yookassa.ts";
import { type Buyer, buyer, calls, HOUR, MINUTE, NOON, payer } from "../shop.ts";

let yookassa: FakeYookassa;
beforeAll(async () => {
	yookassa = await startFakeYookassa();
});
beforeEach(() => {
	Object.assign(yookassa.scripted, { needsReceipt: false, refunds: "succeeded", now: () => Date.now() });
	yookassa.requests.length = 0;
	yookassa.forgetTroubles();
});
afterAll(() => yookassa.stop());

const RECEIPTS = { vatCode: 1, subject: "service", mode: "full_payment" };
const UNCLEAR: [string, Trouble[]][] = [
	["500 although it was done", [{ how: "500-done" }, { how: "500" }]],
	["no answer in time although it was done", [{ how: "hangs-done" }]],
	["a broken line", [{ how: "breaks" }]],
	["202 although it was done", [{ how: "202-done", retryAfter: 60_000 }]],
];

eachDatabase((openTestDb) => {
	/** Kopecks that have left the gateway for a purchase. */
	const wentBack = (buyer: Buyer) =>
		[...yookassa.refunds.values()]
			.filter(({ payment_id, status }) => payment_id === buyer.payment().id && status !== "canceled")
			.map(({ amount }) => Number((amount as { value: string }).value) * 100);
	const refundRows = (db: Db) => db.selectFrom("refunds").selectAll().orderBy("created_at").execute();
	const emails = async (db: Db) =>
		(await db.selectFrom("letters").select("kind").orderBy("created_at").execute()).map(({ kind }) => kind);
	async function use(db: Db, { me }: Buyer, at: number) {
		const reference = randomUUID();
		await reserveMessage(db, me, reference, at);
		await settleMessage(db, reference, at);
	}

	test("all of it when not one message was sent, and the plan ends with the request", async () => {
		const db = await openTestDb();
		const buyer = await payer(db, yookassa);
		expect(await buyer.refund(NOON + 10 * DAY)).toEqual({ outcome: "done" });
		expect(wentBack(buyer)).toEqual([39_000]);
		expect(await buyer.row()).toMatchObject({ state: "refunded", check_at: null });
		expect(await planInForce(db, buyer.me, NOON + 10 * DAY)).toMatchObject({ source: "free" });
		expect(await emails(db)).toEqual(["payment-paid", "refunded"]);
		expect(await buyer.refund(NOON + 11 * DAY)).toEqual({ outcome: "nothing-to-refund" });
		expect(await buyer.settle(NOON + 11 * DAY)).toEqual({ outcome: "refunded" });
	});

	test("whoever asks for it sends it: its job, which a server beside may take, comes later", async () => {
		const db = await openTestDb();
		const buyer = await payer(db, yookassa);
		expect(await buyer.refund(NOON + DAY)).toEqual({ outcome: "done" });
		const [refund] = await refundRows(db);
		const job = db
			.selectFrom("jobs")
			.select("due_at")
			.where("key", "=", refund?.id ?? "");
		expect(await job.executeTakeFirst()).toEqual({ due_at: NOON + DAY + MINUTE });
	});

	test("otherwise what the rest of the time is worth, to the kopeck downwards", async () => {
		const db = await openTestDb();
		const buyer = await payer(db, yookassa);
		await use(db, buyer, NOON + DAY);
		expect(await buyer.refund(NOON + 10 * DAY + 1)).toEqual({ outcome: "done" });
		expect(wentBack(buyer)).toEqual([25_999]);
		expect(await planInForce(db, buyer.me, NOON + 10 * DAY + MINUTE)).toMatchObject({ source: "free" });
		const [request] = calls(yookassa, "POST", /^\/refunds$/);
		const [row] = await refundRows(db);
		expect(request?.headers["idempotence-key"]).toBe(row?.id);
		expect(JSON.parse(request?.body ?? "")).toEqual({
			payment_id: buyer.payment().id,
			amount: { value: "259.99", currency: "RUB" },
		});
	});

	test("a refund has its own receipt, which is asked about until it is made", async () => {
		const db = await openTestDb();
		const buyer = await payer(db, yookassa, { settings: { receipts: RECEIPTS } });
		yookassa.scripted.needsReceipt = true;
		expect(await buyer.refund(NOON + DAY)).toEqual({ outcome: "done" });
		const [row] = await refundRows(db);
		expect(row).toMatchObject({ receipt_state: "pending" });
		yookassa.changeRefund(row?.gateway_id ?? "", { receipt_registration: "succeeded" });
		await buyer.clock(NOON + DAY + HOUR);
		expect((await refundRows(db))[0]).toMatchObject({ receipt_state: "succeeded", check_at: null });
	});

	test("one that takes its time is asked about until it is done: nobody calls when it fails", async () => {
		const db = await openTestDb();
		yookassa.scripted.refunds = "pending";
		const buyer = await payer(db, yookassa);
		expect(await buyer.refund(NOON + DAY)).toEqual({ outcome: "waiting" });
		await buyer.clock(NOON + DAY + HOUR);
		expect(await refundRows(db)).toMatchObject([{ state: "waiting" }]);
		expect(await buyer.row()).toMatchObject({ state: "paid" });
		const [row] = await refundRows(db);
		yookassa.changeRefund(row?.gateway_id ?? "", { status: "succeeded" });
		for (let day = 2; day < 6; day++) await buyer.clock(NOON + day * DAY);
		expect(await refundRows(db)).toMatchObject([{ state: "done", check_at: null }]);
		expect(await emails(db)).toEqual(["payment-paid", "refunded"]);
	});

	test.each(["at once", "later"])(
		"a refused one gives the time back and says so by e-mail: %s",
		async (when) => {
			const db = await openTestDb();
			const buyer = await payer(db, yookassa);
			yookassa.scripted.refunds = when === "later" ? "pending" : "canceled";
			const at = NOON + 10 * DAY;
			expect(await buyer.refund(at)).toEqual({ outcome: when === "later" ? "waiting" : "refused" });
			if (when === "later") {
				expect(await planInForce(db, buyer.me, at)).toMatchObject({ source: "free" });
				const [row] = await refundRows(db);
				const reason = { party: "refund_network", reason: "rejected_by_payee" };
				yookassa.changeRefund(row?.gateway_id ?? "", { status: "canceled", cancellation_details: reason });
				await buyer.clock(at + HOUR);
			}
			expect(await refundRows(db)).toMatchObject([
				{ state: "refused", reason: "rejected_by_payee", check_at: null },
			]);
			expect(await buyer.row()).toMatchObject({ state: "paid" });
			const { until } = await planInForce(db, buyer.me, at + HOUR);
			expect(until).toBe(NOON + 30 * DAY + (when === "later" ? HOUR : 0));
			expect(wentBack(buyer)).toEqual([]);
			expect(await emails(db)).toEqual(["payment-paid", "refund-refused"]);
			yookassa.scripted.refunds = "succeeded";
			expect(await buyer.refund(at + DAY)).toEqual({ outcome: "done" });
			expect(wentBack(buyer)).toEqual([39_000]);
		},
	);

	test("one that the gateway will not even take is refused too; a wrong key of ours is not its word", async () => {
		const db = await openTestDb();
		const buyer = await payer(db, yookassa);
		yookassa.trouble("POST /refunds", { how: "401" }, { how: "403" });
		expect(await buyer.refund(NOON + DAY)).toEqual({ outcome: "checking" });
		await buyer.clock(NOON + DAY + MINUTE);
		expect(await refundRows(db)).toMatchObject([{ state: "started" }]);
		yookassa.trouble("POST /refunds", { how: "400" });
		await buyer.clock(NOON + DAY + 2 * MINUTE);
		expect(await refundRows(db)).toMatchObject([{ state: "refused", reason: "misconfigured" }]);
		expect(await planInForce(db, buyer.me, NOON + 2 * DAY)).toMatchObject({ plan: { key: "plus-month" } });
	});

	test("one whose answer was lost is recognised when its repetition is refused", async () => {
		const db = await openTestDb();
		const buyer = await payer(db, yookassa);
		yookassa.trouble("POST /refunds", { how: "500-done" }, { how: "400" });
		expect(await buyer.refund(NOON + DAY)).toEqual({ outcome: "done" });
		expect(await refundRows(db)).toMatchObject([{ state: "done" }]);
		expect(wentBack(buyer)).toEqual([39_000]);
		expect(await planInForce(db, buyer.me, NOON + 2 * DAY)).toMatchObject({ source: "free" });
	});

	test.each(UNCLEAR)("an unknown outcome is repeated with the same key: %s", async (_name, troubles) => {
		const db = await openTestDb();
		const buyer = await payer(db, yookassa);
		yookassa.trouble("POST /refunds", ...troubles);
		const refundId = randomUUID();
		expect(await buyer.refund(NOON + DAY, refundId)).toEqual({ outcome: "checking" });
		expect(await buyer.refund(NOON + DAY + 1, refundId)).toEqual({ outcome: "checking" });
		expect(await buyer.refund(NOON + DAY + 1)).toEqual({ outcome: "under-way" });
		await buyer.clock(NOON + DAY + MINUTE);
		expect(await buyer.refund(NOON + DAY + HOUR, refundId)).toEqual({ outcome: "done" });
		expect(wentBack(buyer)).toEqual([39_000]);
		const keys = calls(yookassa, "POST", /^\/refunds$/).map(({ headers }) => headers["idempotence-key"]);
		expect(new Set(keys)).toEqual(new Set([refundId]));
	});

	test("one that the gateway asks for again within a second is repeated so soon for an hour only", async () => {
		const db = await openTestDb();
		const buyer = await payer(db, yookassa);
		yookassa.trouble("POST /refunds", { how: "202", retryAfter: 1_000 }, { how: "202", retryAfter: 1_000 });
		const at = NOON + DAY;
		expect(await buyer.refund(at)).toEqual({ outcome: "checking" });
		expect(await refundRows(db)).toMatchObject([{ check_at: at + 1_000 }]);
		await buyer.clock(at + 2 * HOUR);
		expect(await refundRows(db)).toMatchObject([{ state: "started", check_at: at + 3 * HOUR }]);
		await buyer.clock(at + 3 * HOUR);
		expect(await refundRows(db)).toMatchObject([{ state: "done" }]);
	});

	test("when the key is older than a day, what went through is found and not sent again", async () => {
		const db = await openTestDb();
		const buyer = await payer(db, yookassa);
		await use(db, buyer, NOON);
		// Half of it: a second one would still fit into the payment.
		yookassa.scripted.now = () => NOON + 16 * DAY;
		yookassa.trouble("POST /refunds", { how: "hangs-done" });
		expect(await buyer.refund(NOON + 16 * DAY)).toEqual({ outcome: "checking" });
		yookassa.scripted.now = () => NOON + 18 * DAY;
		await buyer.clock(NOON + 18 * DAY);
		expect(await refundRows(db)).toMatchObject([{ state: "done" }]);
		expect(wentBack(buyer)).toEqual([18_200]);
	});

	test("when the key is older than a day, what never went through goes", async () => {
		const db = await openTestDb();
		const buyer = await payer(db, yookassa);
		yookassa.trouble("POST /refunds", { how: "breaks" });
		expect(await buyer.refund(NOON + DAY)).toEqual({ outcome: "checking" });
		await buyer.clock(NOON + 3 * DAY);
		expect(await refundRows(db)).toMatchObject([{ state: "done" }]);
		expect(wentBack(buyer)).toEqual([39_000]);
	});

	test("a server that was suspended after it had looked for the refund looks again before it sends it", async () => {
		const db = await openTestDb();
		const buyer = await payer(db, yookassa);
		yookassa.trouble("POST /refunds", { how: "breaks" });
		expect(await buyer.refund(NOON + DAY)).toEqual({ outcome: "checking" });
		const { gateway } = buyer.paymentContext;
		const now = Date.now.bind(Date);
		let asleep = 0;
		const clock = vi.spyOn(Date, "now").mockImplementation(() => now() + asleep);
		onTestFinished(() => void clock.mockRestore());
		buyer.paymentContext.gateway = {
			...gateway,
			findRefund: async (...args) => {
				const found = await gateway.findRefund(...args);
				asleep += DAY;
				return found;
			},
		};
		await buyer.clock(NOON + 3 * DAY);
		expect(wentBack(buyer)).toEqual([]);
		clock.mockRestore();
		buyer.paymentContext.gateway = gateway;
		await buyer.clock(NOON + 4 * DAY);
		expect(await refundRows(db)).toMatchObject([{ state: "done" }]);
		expect(wentBack(buyer)).toEqual([39_000]);
	});

	test("of many requests, notifications and runs of the clock on two servers one moves money", async () => {
		const db = await openTestDb();
		const buyer = await payer(db, yookassa);
		const other = await openDatabase(urlOf(db));
		const at = NOON + DAY;
		const outcomes = await Promise.all(
			Array.from({ length: 20 }, (_, i) => {
				const input = { purchaseId: buyer.id, refundId: randomUUID() };
				return requestRefund(i % 2 ? db : other, buyer.paymentContext, buyer.me, input, at);
			}),
		);
		await Promise.all(
			Array.from({ length: 10 }, (_, i) =>
				i % 2
					? buyer.notify("refund.succeeded", { id: "1", payment_id: buyer.payment().id }, at)
					: buyer.clock(at + MINUTE),
			),
		);
		await other.destroy();
		expect(wentBack(buyer)).toEqual([39_000]);
		expect(await refundRows(db)).toMatchObject([{ state: "done" }]);
		expect(outcomes.filter(({ outcome }) => outcome === "done" || outcome === "checking")).toHaveLength(1);
		expect(await emails(db)).toEqual(["payment-paid", "refunded"]);
	});

	test("only the own purchase, only what is paid, under an id of its own", async () => {
		const db = await openTestDb();
		const paid = await payer(db, yookassa);
		const unpaid = await buyer(db, yookassa);
		const stranger = await somebody(db);
		const refundId = randomUUID();
		const input = { purchaseId: paid.id, refundId };
		expect(await requestRefund(db, paid.paymentContext, stranger, input, NOON)).toEqual({
			outcome: "no-such-purchase",
		});
		expect(await unpaid.refund(NOON)).toEqual({ outcome: "nothing-to-refund" });
		expect(await paid.refund(NOON, "1")).toEqual({ outcome: "id-taken" });
		expect(await paid.refund(NOON + 31 * DAY)).toEqual({ outcome: "nothing-to-refund" });
		expect(await paid.refund(NOON + DAY, refundId)).toEqual({ outcome: "done" });
		expect(await unpaid.refund(NOON, refundId)).toEqual({ outcome: "id-taken" });
		expect(await settleRefund(db, paid.paymentContext, randomUUID(), NOON)).toEqual({
			outcome: "no-such-refund",
		});
		expect(await refundRows(db)).toHaveLength(1);
	});

	/** Deletes the account, with all that may be deleted of it. */
	async function leave(db: Db, { me }: Buyer, at: number) {
		const { settings, mailer } = await world(async () => db);
		await deleteAccount(db, settings, me, "person", at);
		await finishSending(mailer);
		await eraseData(db, me, at);
	}

	test("of a deleted account, which has left no count of its messages, the rest of the time goes back", async () => {
		const db = await openTestDb();
		const buyer = await payer(db, yookassa);
		await use(db, buyer, NOON + DAY);
		await leave(db, buyer, NOON + 2 * DAY);
		expect((await previewRefund(db, await buyer.row(), NOON + 29 * DAY))?.amount).toBe(1_300);
		expect(await buyer.refund(NOON + 29 * DAY)).toEqual({ outcome: "done" });
		expect(wentBack(buyer)).toEqual([1_300]);
	});

	test("the whole sum goes back without the address of the receipt, which a deleted account has left", async () => {
		const db = await openTestDb();
		const buyer = await payer(db, yookassa, { settings: { receipts: RECEIPTS } });
		yookassa.scripted.needsReceipt = true;
		await leave(db, buyer, NOON);
		expect(await buyer.row()).toMatchObject({ receipt_email: "" });
		expect(await buyer.refund(NOON)).toEqual({ outcome: "done" });
		expect(wentBack(buyer)).toEqual([39_000]);
		const [request] = calls(yookassa, "POST", /^\/refunds$/);
		expect(JSON.parse(request?.body ?? "")).not.toHaveProperty("receipt");
	});

	test("the whole of a payment from before receipts were switched on goes back with one to the operator", async () => {
		const db = await openTestDb();
		const buyer = await payer(db, yookassa);
		yookassa.scripted.needsReceipt = true;
		await leave(db, buyer, NOON);
		const gateway = yookassaGateway({ ...yookassa.settings, receipts: RECEIPTS });
		const asked = { purchaseId: buyer.id, refundId: randomUUID() };
		const refunded = await requestRefund(db, { ...buyer.paymentContext, gateway }, buyer.me, asked, NOON);
		expect(refunded).toEqual({ outcome: "done" });
		expect(wentBack(buyer)).toEqual([39_000]);
		expect(receiptsSent()).toEqual([{ email: OPERATOR_EMAIL }]);
	});

	/** Of whom nothing but the books is left, and whose refund of a part is to have a receipt. */
	async function forgotten(db: Db, contactEmail?: () => string | null) {
		const settings = { receipts: RECEIPTS, ...(contactEmail && { contactEmail }) };
		const buyer = await payer(db, yookassa, { settings });
		yookassa.scripted.needsReceipt = true;
		await use(db, buyer, NOON + DAY);
		await leave(db, buyer, NOON + 2 * DAY);
		return buyer;
	}
	const receiptsSent = () =>
		calls(yookassa, "POST", /^\/refunds$/).map(({ body }) => JSON.parse(body).receipt.customer);

	test("the receipt of a part goes to the operator where the address of the person is erased", async () => {
		const db = await openTestDb();
		const buyer = await forgotten(db);
		expect(await buyer.row()).toMatchObject({ receipt_email: "" });
		expect(await buyer.refund(NOON + 29 * DAY)).toEqual({ outcome: "done" });
		expect(wentBack(buyer)).toEqual([1_300]);
		expect(receiptsSent()).toEqual([{ email: OPERATOR_EMAIL }]);
	});

	test("without any address for its receipt it waits until the operator has one, and is not refused", async () => {
		const db = await openTestDb();
		let address: string | null = null;
		const buyer = await forgotten(db, () => address);
		const at = NOON + 29 * DAY;
		expect(await buyer.refund(at)).toEqual({ outcome: "checking" });
		expect(receiptsSent()).toEqual([]);
		expect(await refundRows(db)).toMatchObject([{ state: "started" }]);
		address = OPERATOR_EMAIL;
		await buyer.clock(at + MINUTE);
		expect(await refundRows(db)).toMatchObject([{ state: "done" }]);
		expect(wentBack(buyer)).toEqual([1_300]);
	});

	test("money that went back in the gateway's own cabinet is noticed", async () => {
		const db = await openTestDb();
		const buyer = await payer(db, yookassa);
		await buyer.notify("refund.succeeded", { id: randomUUID(), payment_id: buyer.payment().id });
		expect(buyer.paymentContext.logged.join()).toMatch(/мимо нас/);
	});
});
