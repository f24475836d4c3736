import type { Db } from "../../platform/db/connection.server.ts";
import type { PersonalData } from "../../platform/personal-data.ts";
import { billOf } from "./bill.server.ts";

const AT_ONCE = 100;

/**
 * Bills that the person has ordered. A paid one stays as it is: the law keeps accounting records for five years (402-ФЗ,
 * article 29), and then its buyer is forgotten (`forgetOldPayments`). One that nobody has paid loses its buyer, and keeps
 * its number.
 */
export const billsData: PersonalData = {
	part: "bills",
	read: readBills,
	eraseSome: async (db, accountId, now) => {
		const few = db
			.selectFrom("bills")
			.select("id")
			.where("account_id", "=", accountId)
			.where("state", "<>", "paid")
			.where("inn", "<>", "")
			.limit(AT_ONCE);
		const { numUpdatedRows } = await db
			.updateTable("bills")
			.set((eb) => ({
				inn: "",
				kpp: null,
				organisation: "",
				state: "canceled",
				ended_at: eb.fn.coalesce("ended_at", eb.val(now)),
			}))
			.where("id", "in", few)
			// On PostgreSQL one of those may have been paid since they were chosen.
			.where("state", "<>", "paid")
			.executeTakeFirst();
		return Number(numUpdatedRows);
	},
};

/** Activation codes that the person has used: they stay used, by nobody. */
export const activationsData: PersonalData = {
	part: "activations",
	read: readActivations,
	eraseSome: async (db, accountId) => {
		const few = db
			.selectFrom("activation_codes")
			.select("hash")
			.where("used_by", "=", accountId)
			.limit(AT_ONCE);
		const { numUpdatedRows } = await db
			.updateTable("activation_codes")
			.set({ used_by: null })
			.where("hash", "in", few)
			.executeTakeFirst();
		return Number(numUpdatedRows);
	},
};

async function* readBills(db: Db, accountId: string) {
	let last = 0;
	while (true) {
		const page = await db
			.selectFrom("bills")
			.selectAll()
			.where("account_id", "=", accountId)
			.where("number", ">", last)
			.orderBy("number")
			.limit(AT_ONCE)
			.execute();
		for (const row of page) {
			const { id, number, inn, kpp, organisation, plan, seats, amount, state, ...bill } = billOf(row);
			const { key, title, price, days } = plan;
			yield {
				...{ id, number, inn, kpp, organisation, plan: { key, title, price, days }, seats, amount, state },
				...{ createdAt: bill.created_at, endedAt: bill.ended_at, returned: bill.returned },
			};
			last = number;
		}
		if (page.length < AT_ONCE) return;
	}
}

async function* readActivations(db: Db, accountId: string) {
	let last = "";
	while (true) {
		const page = await db
			.selectFrom("activation_codes")
			.innerJoin("bills", "bills.id", "activation_codes.bill_id")
			.select(["hash", "bills.number as bill", "used_at as usedAt"])
			.where("used_by", "=", accountId)
			.where("hash", ">", last)
			.orderBy("hash")
			.limit(AT_ONCE)
			.execute();
		for (const { hash, ...activation } of page) {
			yield activation;
			last = hash;
		}
		if (page.length < AT_ONCE) return;
	}
}
