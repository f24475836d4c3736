import { randomUUID } from "node:crypto";
import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import type { Person } from "../../tests/support/person.ts";

const DAY = 86_400_000;
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

/** Whose, in how many days it is charged, when it was told of, the state and what else differs. */
const OTHERS: [email: string, days: number, told: number | null, fields: Record<string, SQLInputValue>][] = [
	["lapin@example.ru", 0, -5, {}],
	["timur@pochta.ru", 1, -6, { state: "retrying", attempt: 2, reason: "insufficient_funds" }],
	["frolova@school12.example", 5, null, { notice_id: "not-sent" }],
];

/** The renewals of others, as the operator's list has them; told from now on by the days that they are drawn with. */
export function fillOtherRenewals(db: DatabaseSync): void {
	const now = Date.now();
	const columns = db.prepare("select * from renewals").get() ?? {};
	for (const [email, days, told, fields] of OTHERS) {
		const row: Record<string, SQLInputValue> = {
			...columns,
			id: randomUUID(),
			account_id: db.prepare("select id from accounts where email = ?").get(email)?.id ?? null,
			created_at: now - 40 * DAY,
			paid_until: now + (told === null ? days - 2 : days + 1) * DAY,
			charge_at: now + days * DAY,
			charge_amount: 39_000,
			told_at: told === null ? null : now + told * DAY,
			next_at: now + days * DAY,
			...fields,
		};
		const names = Object.keys(row);
		// Each picture asks for them.
		const insert = `insert or ignore into renewals (${names}) values (${names.map(() => "?")})`;
		db.prepare(insert).run(...Object.values(row));
	}
}
