import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { yookassaGateway } from "../../../app/billing/gateways/yookassa/gateway.server.ts";
import { startPayment } from "../../../app/billing/payments/start-payment.server.ts";
import { planInForce } from "../../../app/billing/plans/plan-in-force.server.ts";
import { type Db, openDatabase } from "../../../app/platform/db/connection.server.ts";
import { checkoutInput, testPaymentContext } from "../../billing/payment-context.ts";
import { somebody } from "../../chat/people.ts";
import { ask } from "../../server/raw-http.ts";
import { type FakeYookassa, startFakeYookassa } from "../../support/fakes/fake-yookassa.ts";
import { type Instance, PRODUCTION, startInstance } from "../../support/instance.ts";

let yookassa: FakeYookassa;
let instance: Instance;
let db: Db;
beforeAll(async () => {
	yookassa = await startFakeYookassa();
	instance = await startInstance({ env: yookassa.env });
	db = await openDatabase(`sqlite:${join(instance.dataDir, "sobesednik.db")}`);
});
afterAll(async () => {
	await db?.destroy();
	await instance?.stop();
	await yookassa?.stop();
});

const PATH = "/payment/notification";
/** As ЮKassa calls: from elsewhere, with neither cookie nor `Origin`. */
const call = (at: Instance, body: string) =>
	fetch(`http://localhost:${at.port}${PATH}`, {
		method: "POST",
		body,
		headers: { "Content-Type": "application/json" },
	});

test("check 55: the gateway may call from anywhere, and what it says is believed only after asking", async () => {
	const me = await somebody(db);
	const input = checkoutInput();
	await startPayment(db, testPaymentContext(yookassaGateway(yookassa.settings)), me, input);
	const { id } = yookassa.paymentOf(input.purchaseId);
	const body = yookassa.notification("payment.succeeded", { id, status: "succeeded", paid: true });
	expect((await call(instance, body)).status).toBe(200);
	expect(await planInForce(db, me)).toMatchObject({ source: "free" });
	yookassa.pay(id);
	yookassa.trouble("GET /payments", { how: "401" });
	expect((await call(instance, body)).status).toBe(503);
	const heard = await Promise.all(Array.from({ length: 10 }, () => call(instance, body)));
	expect(new Set(heard.map(({ status }) => status))).toEqual(new Set([200]));
	expect(await planInForce(db, me)).toMatchObject({ plan: { key: "plus-month" } });
	expect(await db.selectFrom("subscriptions").select("id").execute()).toHaveLength(1);
	expect(instance.logs()).not.toContain(yookassa.settings.secretKey);
});

test("what is no notification, or about nothing of ours, is answered 200 and written nowhere", async () => {
	const unknown = yookassa.notification("payment.succeeded", { id: randomUUID(), status: "succeeded" });
	for (const body of ["", "{", unknown]) expect((await call(instance, body)).status).toBe(200);
	expect((await call(instance, "x".repeat(2_000_000))).status).toBe(413);
	const opened = await fetch(`http://localhost:${instance.port}${PATH}`);
	expect(opened.status).toBe(404);
});

test("in production without the seller's details payments are off, and the console says what is missing", async () => {
	const live = await startInstance({ env: { ...PRODUCTION, ...yookassa.env } });
	onTestFinished(async () => {
		await live.stop();
	});
	const asked = yookassa.requests.length;
	const body = yookassa.notification("payment.succeeded", { id: randomUUID() });
	const answer = await ask(live.port, PATH, {
		method: "POST",
		body,
		headers: { Host: "chat.example.ru", "Content-Type": "application/json" },
	});
	expect(answer.statusCode).toBe(404);
	expect(yookassa.requests.length).toBe(asked);
	expect(live.logs()).toMatch(/Платежи выключены, пока в content\/operator\.json не заполнено: .*\(phone\)/);
});
