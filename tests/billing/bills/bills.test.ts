import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { CONSOLE } from "../../../app/accounts/staff/journal.server.ts";
import { activate } from "../../../app/billing/bills/activate.server.ts";
import { BILL_MS, billStateOf, CODE_MS } from "../../../app/billing/bills/bill.server.ts";
import { makeBill } from "../../../app/billing/bills/make-bill.server.ts";
import { cancelOwnBill, codesOfBill, ownBill } from "../../../app/billing/bills/own-bills.server.ts";
import { activationsData, billsData } from "../../../app/billing/bills/personal-data.server.ts";
import { planInForce } from "../../../app/billing/plans/plan-in-force.server.ts";
import {
	cancelBillAsStaff,
	payBillAsStaff,
	returnBillAsStaff,
} from "../../../app/billing/staff/bills-as-staff.server.ts";
import { listBills, readBillStory } from "../../../app/billing/staff/list-bills.server.ts";
import { DAY } from "../../../app/platform/dates/day-boundaries.server.ts";
import { type Db, openDatabase } from "../../../app/platform/db/connection.server.ts";
import { somebody } from "../../chat/people.ts";
import { eachDatabase, urlOf } from "../../support/database/databases.ts";
import { NOON } from "../shop.ts";
import { billContext, ORDER, orderBill, paidBill, SECRET, SELLER } from "./bill.ts";

const subscriptionsOf = (db: Db, accountId: string) =>
	db.selectFrom("subscriptions").selectAll().where("account_id", "=", accountId).execute();

const letters = (db: Db) => db.selectFrom("letters").select(["kind", "recipient"]).execute();

describe("bills of companies", () => {
	eachDatabase((openTestDb) => {
		test("twenty at once get twenty numbers, without a gap; the same form again is the same bill", async () => {
			const db = await openTestDb();
			const people = await Promise.all(Array.from({ length: 20 }, () => somebody(db)));
			const bills = await Promise.all(people.map((one) => orderBill(db, one, NOON)));
			expect(bills.map(({ number }) => number).sort((a, b) => a - b)).toEqual(
				Array.from({ length: 20 }, (_, i) => i + 1),
			);
			expect(bills[0]).toMatchObject({ amount: 3 * 39_000, state: "open", expires_at: NOON + BILL_MS });
			const again = { ...ORDER, id: bills[0]?.id ?? "", seller: SELLER, offerVersion: null };
			expect(await makeBill(db, people[0] ?? "", again, NOON + DAY)).toEqual({
				outcome: "made",
				bill: bills[0],
			});
			expect(await makeBill(db, people[1] ?? "", again, NOON)).toEqual({ outcome: "id-taken" });
		});

		test("so many may wait for their money", async () => {
			const db = await openTestDb();
			const me = await somebody(db);
			for (let i = 0; i < 20; i++) await orderBill(db, me, NOON);
			const more = { ...ORDER, id: randomUUID(), seller: SELLER, offerVersion: null };
			expect(await makeBill(db, me, more, NOON)).toEqual({ outcome: "too-many-open" });
			expect(await makeBill(db, me, more, NOON + BILL_MS)).toMatchObject({ outcome: "made" });
		});

		test("«Оплачен» twice makes its codes once, sends one e-mail, and the journal has one entry", async () => {
			const db = await openTestDb();
			const me = await somebody(db);
			const { number, id } = await orderBill(db, me, NOON);
			const context = billContext();
			const paid = await Promise.all(
				Array.from({ length: 5 }, () => payBillAsStaff(db, context, number, CONSOLE, NOON + DAY)),
			);
			expect(paid.map(({ outcome }) => outcome).sort()).toEqual(["done", ...Array(4).fill("unchanged")]);
			expect(await letters(db)).toEqual([{ kind: "bill-paid", recipient: `${me}@example.ru` }]);
			const codes = await codesOfBill(db, SECRET, id, NOON + DAY);
			expect(codes).toHaveLength(3);
			expect(new Set(codes.map(({ code }) => code)).size).toBe(3);
			expect(codes[0]).toMatchObject({ state: "free", expiresAt: NOON + DAY + CODE_MS });
			// A copy of the database has no code, and another secret makes none of them.
			const kept = JSON.stringify(await db.selectFrom("activation_codes").selectAll().execute());
			for (const { code } of codes) {
				expect(code).toMatch(/^(?:[2-9A-HJ-NP-Z]{4}-){3}[2-9A-HJ-NP-Z]{4}$/);
				expect(kept).not.toContain(code?.replaceAll("-", ""));
			}
			expect((await codesOfBill(db, "another", id, NOON)).map(({ code }) => code)).toEqual([
				null,
				null,
				null,
			]);
			const acts = await db.selectFrom("staff_events").select(["act", "after"]).execute();
			expect(acts).toMatchObject([{ act: "bill-paid", after: expect.stringContaining("№ 1: 3 ×") }]);
		});

		test("an expired bill may still be paid, a canceled one not, and a paid one is not canceled", async () => {
			const db = await openTestDb();
			const me = await somebody(db);
			const late = await orderBill(db, me, NOON);
			const at = NOON + BILL_MS;
			expect(billStateOf(late, at)).toBe("expired");
			expect(await payBillAsStaff(db, billContext(), late.number, CONSOLE, at)).toMatchObject({
				outcome: "done",
			});
			expect(await cancelOwnBill(db, me, late.id)).toBe(false);
			const stranger = await somebody(db);
			const own = await orderBill(db, me, NOON);
			expect(await ownBill(db, stranger, own.id)).toBeUndefined();
			expect(await cancelOwnBill(db, stranger, own.id)).toBe(false);
			expect(await cancelOwnBill(db, me, own.id)).toBe(true);
			expect(await payBillAsStaff(db, billContext(), own.number, CONSOLE)).toEqual({ outcome: "unchanged" });
			const theirs = await orderBill(db, me, NOON);
			const cancel = { number: theirs.number, reason: "Передумали" };
			expect(await cancelBillAsStaff(db, cancel, CONSOLE)).toMatchObject({ outcome: "done" });
			expect(await cancelBillAsStaff(db, cancel, CONSOLE)).toEqual({ outcome: "unchanged" });
			expect(await payBillAsStaff(db, billContext(), 999, CONSOLE)).toEqual({ outcome: "unchanged" });
		});

		test("a code used by twenty at once, from two servers, gives one plan for its days", async () => {
			const db = await openTestDb();
			const other = await openDatabase(urlOf(db));
			const { codes } = await paidBill(db, await somebody(db), NOON);
			const people = await Promise.all(Array.from({ length: 20 }, () => somebody(db)));
			const used = await Promise.all(
				people.map((one, i) => activate(i % 2 ? other : db, one, codes[0] ?? "", NOON)),
			);
			await other.destroy();
			expect(used.map(({ outcome }) => outcome).sort()).toEqual(["activated", ...Array(19).fill("used")]);
			expect(await db.selectFrom("subscriptions").selectAll().execute()).toHaveLength(1);
			const lucky = people[used.findIndex(({ outcome }) => outcome === "activated")] ?? "";
			expect(await planInForce(db, lucky, NOON + 30 * DAY - 1)).toMatchObject({
				plan: { key: "plus-month" },
				paidUntil: NOON + 30 * DAY,
			});
			expect(await planInForce(db, lucky, NOON + 30 * DAY)).toMatchObject({ plan: { key: "start" } });
		});

		test("twenty uses by one account are one; the next code follows the first", async () => {
			const db = await openTestDb();
			const me = await somebody(db);
			const { codes } = await paidBill(db, me, NOON);
			const [first = "", second = ""] = codes;
			const used = await Promise.all(Array.from({ length: 20 }, () => activate(db, me, first, NOON)));
			expect(used.map(({ outcome }) => outcome).sort()).toEqual([
				"activated",
				...Array(19).fill("used-by-you"),
			]);
			// As people type: small letters, spaces in place of hyphens, letters of the Russian keyboard.
			const typed = ` ${second.toLowerCase().replaceAll("-", " ").replaceAll("a", "а").replaceAll("x", "х")} `;
			expect(await activate(db, me, typed, NOON + DAY)).toMatchObject({
				outcome: "activated",
				until: NOON + 60 * DAY,
			});
			expect(await subscriptionsOf(db, me)).toHaveLength(2);
			for (const nonsense of ["", "ABCD", "7K2P-M9QX-3RTD-8HVN", first.replace("-", "!"), "\0"])
				expect(await activate(db, me, nonsense, NOON)).toEqual({ outcome: "unknown" });
		});

		test("a code has an end", async () => {
			const db = await openTestDb();
			const me = await somebody(db);
			const { codes } = await paidBill(db, me, NOON);
			expect(await activate(db, me, codes[0] ?? "", NOON + CODE_MS)).toEqual({
				outcome: "expired",
				at: NOON + CODE_MS,
			});
			expect(await activate(db, me, codes[0] ?? "", NOON + CODE_MS - 1)).toMatchObject({
				outcome: "activated",
			});
		});

		test("what is returned is the price of the codes nobody has used: these hold no more", async () => {
			const db = await openTestDb();
			const me = await somebody(db);
			const { bill, codes } = await paidBill(db, me, NOON);
			await activate(db, me, codes[1] ?? "", NOON);
			const back = { number: bill.number, reason: "Письмо заказчика" };
			const returned = await Promise.all(
				Array.from({ length: 5 }, () => returnBillAsStaff(db, back, CONSOLE, NOON + DAY)),
			);
			expect(returned.filter(({ outcome }) => outcome === "done")).toMatchObject([
				{ value: { returned: 2 * 39_000 } },
			]);
			expect(await activate(db, me, codes[0] ?? "", NOON + DAY)).toEqual({ outcome: "revoked" });
			expect(await planInForce(db, me, NOON + DAY)).toMatchObject({ plan: { key: "plus-month" } });
			expect(await readBillStory(db, bill.number)).toMatchObject({
				bill: { returned: 78_000 },
				codes: { all: 3, used: 1 },
			});
			// Nothing is left to return where all are used.
			const { bill: whole, codes: all } = await paidBill(db, me, NOON, { seats: 1 });
			await activate(db, me, all[0] ?? "", NOON);
			const none = { number: whole.number, reason: "Письмо" };
			expect(await returnBillAsStaff(db, none, CONSOLE)).toEqual({ outcome: "unchanged" });
		});

		test("a code that is used while its money is returned is either used or returned", async () => {
			const db = await openTestDb();
			for (let i = 0; i < 10; i++) {
				const me = await somebody(db);
				const { bill, codes } = await paidBill(db, me, NOON, { seats: 2 });
				const [used, back] = await Promise.all([
					activate(db, me, codes[0] ?? "", NOON),
					returnBillAsStaff(db, { number: bill.number, reason: "Письмо" }, CONSOLE, NOON),
				]);
				const returned = back.outcome === "done" ? back.value.returned : 0;
				expect([used.outcome, returned]).toEqual(
					used.outcome === "activated" ? ["activated", 39_000] : ["revoked", 78_000],
				);
			}
		});

		test("staff without the right does nothing, and a blocked account uses no code", async () => {
			const db = await openTestDb();
			const [me, support] = [await somebody(db), await somebody(db)];
			await db
				.insertInto("staff")
				.values({ account_id: support, role: "support", granted_by: null, granted_at: 1 })
				.execute();
			const actor = {
				accountId: support,
				role: "support",
				client: { ip: "192.0.2.9", userAgent: "" },
				requestId: "r",
			} as const;
			const { number } = await orderBill(db, me, NOON);
			const act = { number, reason: "Просто так" };
			expect(await payBillAsStaff(db, billContext(), number, actor)).toEqual({ outcome: "forbidden" });
			expect(await cancelBillAsStaff(db, act, actor)).toEqual({ outcome: "forbidden" });
			expect(await returnBillAsStaff(db, act, actor)).toEqual({ outcome: "forbidden" });
			const { codes } = await paidBill(db, me, NOON);
			await db.updateTable("accounts").set({ state: "blocked" }).where("id", "=", me).execute();
			expect(await activate(db, me, codes[0] ?? "", NOON)).toEqual({ outcome: "unknown" });
		});

		test("the list goes on from a number, and finds a number or an ИНН", async () => {
			const db = await openTestDb();
			const people = await Promise.all([1, 2, 3].map(() => somebody(db)));
			for (let i = 0; i < 51; i++) await orderBill(db, people[i % 3] ?? "", NOON);
			await orderBill(db, people[0] ?? "", NOON, { inn: "500100732259", kpp: null });
			const first = await listBills(db, {});
			expect([first.bills.length, first.bills[0]?.number, first.next]).toEqual([50, 52, 3]);
			const rest = await listBills(db, { after: first.next ?? 0 });
			expect([rest.bills.map(({ number }) => number), rest.next]).toEqual([[2, 1], null]);
			for (const search of ["№ 52", "500100732259"])
				expect((await listBills(db, { search })).bills.map(({ number }) => number)).toEqual([52]);
			expect((await listBills(db, { search: "ничего" })).bills).toEqual([]);
		});

		test("a person's bills and uses are exported without codes; erased, a paid bill stays on paper", async () => {
			const db = await openTestDb();
			const me = await somebody(db);
			const { bill, codes } = await paidBill(db, me, NOON);
			const open = await orderBill(db, me, NOON);
			await activate(db, me, codes[0] ?? "", NOON);
			const exported = [
				...(await Array.fromAsync(billsData.read(db, me))),
				...(await Array.fromAsync(activationsData.read(db, me))),
			];
			expect(exported).toMatchObject([
				{ number: bill.number, organisation: "ООО «Ромашка»", state: "paid" },
				{ number: open.number, state: "open" },
				{ bill: bill.number, usedAt: expect.anything() },
			]);
			for (const code of codes) expect(JSON.stringify(exported)).not.toContain(code);
			for (const part of [billsData, activationsData]) {
				expect(await part.eraseSome(db, me, NOON + DAY)).toBe(1);
				expect(await part.eraseSome(db, me, NOON + DAY)).toBe(0);
			}
			expect(await ownBill(db, me, bill.id)).toMatchObject({ inn: "7736207543", state: "paid" });
			expect(await ownBill(db, me, open.id)).toMatchObject({
				number: open.number,
				inn: "",
				organisation: "",
				state: "canceled",
			});
			// A code that was used stays used.
			expect(await activate(db, await somebody(db), codes[0] ?? "", NOON)).toEqual({ outcome: "used" });
		});

		test("a bill that is paid while the data of its buyer are erased stays on paper", async () => {
			const db = await openTestDb();
			const me = await somebody(db);
			const { id } = await orderBill(db, me, NOON);
			const erasing = await db.transaction().execute(async (trx) => {
				await trx.updateTable("bills").set({ state: "paid", ended_at: NOON }).where("id", "=", id).execute();
				const number = billsData.eraseSome(db, me, NOON + DAY);
				// It has chosen the bill by then, and waits for it.
				await wait(200);
				return { number };
			});
			expect(await erasing.number).toBe(0);
			expect(await ownBill(db, me, id)).toMatchObject({ inn: "7736207543", state: "paid" });
		});
	});
});
