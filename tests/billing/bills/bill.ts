import { randomUUID } from "node:crypto";
import { CONSOLE } from "../../../app/accounts/staff/journal.server.ts";
import { activationCode } from "../../../app/billing/bills/activation-code.server.ts";
import { makeBill } from "../../../app/billing/bills/make-bill.server.ts";
import type { NewBill } from "../../../app/billing/bills/read-bill-form.server.ts";
import { type BillContext, payBillAsStaff } from "../../../app/billing/staff/bills-as-staff.server.ts";
import type { Seller } from "../../../app/operator/seller.ts";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import { memoryMailer } from "../../support/fakes/mailer.ts";
import { PLUS } from "../payment-context.ts";

export const SECRET = "a secret of the tests, long enough for anybody";

export const SELLER: Seller = {
	name: "Общество с ограниченной ответственностью «Пример»",
	inn: "7707083893",
	kpp: "773601001",
	address: "101000, Москва, улица Примерная, дом 1",
	phone: null,
	bank: {
		name: "ПАО «Банк»",
		bik: "044525000",
		account: "40702810000000000000",
		correspondent: "30101810000000000000",
	},
	signer: null,
	vat: null,
};

export const ORDER: NewBill = {
	inn: "7736207543",
	kpp: "773601001",
	organisation: "ООО «Ромашка»",
	plan: PLUS,
	seats: 3,
};

/** Who sends the codes, and what the mailer has got. */
export const billContext = (): BillContext => ({
	secret: SECRET,
	sender: {
		appUrl: "https://chat.example.ru",
		appName: "Собеседник",
		signature: [],
		timeZone: "Europe/Moscow",
		mailer: memoryMailer(),
	},
});

/** Orders a bill of «Плюс» for three people, unless told otherwise. */
export async function orderBill(db: Db, accountId: string, now: number, more: Partial<NewBill> = {}) {
	const order = { ...ORDER, ...more, id: randomUUID(), seller: SELLER, offerVersion: null };
	const made = await makeBill(db, accountId, order, now);
	if (made.outcome !== "made") throw new Error(made.outcome);
	return made.bill;
}

/** A paid bill, and its codes. */
export async function paidBill(db: Db, accountId: string, now: number, more: Partial<NewBill> = {}) {
	const bill = await orderBill(db, accountId, now, more);
	await payBillAsStaff(db, billContext(), bill.number, CONSOLE, now);
	const codes = Array.from({ length: bill.seats }, (_, i) => activationCode(SECRET, bill.id, i + 1));
	return { bill, codes };
}
