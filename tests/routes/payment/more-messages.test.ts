import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Instance, startInstance } from "../../support/instance.ts";
import { Person } from "../../support/person.ts";

let instance: Instance;
let anna: Person;
beforeAll(async () => {
	// A model there is nobody behind: it is named, so there is something to sell.
	instance = await startInstance({ env: { MODEL_BASE_URL: "http://127.0.0.1:9", MODELS: "test-model" } });
	anna = await new Person(instance).register();
});
afterAll(() => instance?.stop());

const mainOf = async (of: Promise<Response>) => /<main.*<\/main>/s.exec(await (await of).text())?.[0] ?? "";
const textOf = async (of: Promise<Response>) =>
	(await mainOf(of)).replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");

test("messages are bought apart, seen in the allowance, and their money returned, without script", async () => {
	expect(await textOf(anna.fetch("/payment"))).toMatch(/Больше сообщений.*\+500 сообщений 149 ₽, на 30 дней/);
	expect(await mainOf(anna.fetch("/payment"))).toContain('href="/payment?more=more-500"');
	expect((await anna.fetch("/payment?more=nothing")).headers.get("Location")).toBe("/payment");
	expect(await textOf(anna.fetch("/payment?more=more-500"))).toMatch(
		/Осталось сейчас 30 Добавится 500 сообщений .*К оплате 149 ₽.*Оплатить 149 ₽/,
	);
	const paymentId = randomUUID();
	const order = { intent: "pay", moreKey: "more-500", paymentId };
	const wrong = anna.post("/payment?more=more-500", { ...order, receiptEmail: "не почта" });
	expect(await mainOf(wrong)).toContain('value="не почта"');
	// A consent to renewal belongs to plans.
	const renew = { ...order, receiptEmail: anna.email, renew: "on", renewTerms: "14900/30" };
	expect((await anna.post("/payment?more=more-500", renew)).status).toBe(400);
	const begun = await anna.post("/payment?more=more-500", { ...order, receiptEmail: anna.email, price: "1" });
	expect(begun.headers.get("Location")).toContain("/payment/sandbox");
	expect(await textOf(anna.fetch(`/payment/sandbox?payment=${paymentId}`))).toContain("149 ₽");
	await anna.post("/payment/sandbox", { paymentId, outcome: "pay" });
	expect(await textOf(anna.fetch(`/payment/success?payment=${paymentId}`))).toMatch(
		/Оплата прошла.*\+500 сообщений: уже в вашем лимите/,
	);
	const overview = await textOf(anna.fetch("/payment"));
	expect(overview).toMatch(/Текущий тариф Старт.*из 530 .*Осталось 530 сообщений/);
	expect(overview).toContain("Из них куплено отдельно: 500, до");
	const refund = await mainOf(anna.fetch(`/payment?refund=${paymentId}`));
	expect(refund).toContain("Эти сообщения исчезнут");
	// Opened again after their time, the page does not say that they are there still.
	const db = new DatabaseSync(join(instance.dataDir, "sobesednik.db"), { timeout: 60_000 });
	const ends = db.prepare("update allowances set ends_at = ends_at + ? where purchase_id = ?");
	ends.run(-31 * 86_400_000, paymentId);
	const late = await textOf(anna.fetch(`/payment/success?payment=${paymentId}`));
	expect(late).toContain("+500 сообщений: срок уже закончился.");
	expect(late).not.toContain("Действует до");
	ends.run(31 * 86_400_000, paymentId);
	db.close();
	const refundId = /name="refundId" value="([^"]+)"/.exec(refund)?.[1] ?? "";
	await anna.post("/payment", { intent: "refund", paymentId, refundId });
	expect(await textOf(anna.fetch(`/payment?show=${paymentId}`))).toMatch(/\+500 сообщений, 30 дней.*Возврат/);
	expect(await textOf(anna.fetch("/payment"))).toContain("Осталось 30 сообщений");
});
