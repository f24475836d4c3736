import { randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import type { Person } from "../../tests/support/person.ts";

const CARD_ENDS = "2028-09-30T21:00:00Z";

/** Buys «Плюс» at the test gateway with the consent to renewal, which saves the card. */
export async function fillRenewal(db: DatabaseSync, person: Person): Promise<void> {
	const paymentId = randomUUID();
	const page = await (await person.fetch("/payment?plan=plus-month")).text();
	const renewTerms = /name="renewTerms" value="([^"]*)"/.exec(page)?.[1] ?? "";
	const order = { intent: "pay", paymentId, planKey: "plus-month", receiptEmail: person.email };
	await person.post("/payment", { ...order, renew: "on", renewTerms });
	await person.post("/payment/sandbox", { paymentId, outcome: "pay", save: "yes", later: "pay" });
	await person.fetch(`/payment/success?payment=${paymentId}`);
	const card = db.prepare("update payment_methods set title = ?, expires_at = ?");
	card.run("Карта ••\u00a04477", Date.parse(CARD_ENDS));
	const name = db.prepare("update accounts set name = 'Галина Орлова' where email = ?");
	name.run(person.email);
	if (!db.prepare("select 1 from renewals").get()) throw new Error("there is no renewal");
}
