import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test, vi } from "vitest";
import type { Db } from "../../../../app/platform/db/connection.server.ts";
import type { Tables } from "../../../../app/platform/db/tables.ts";
import { orderBill } from "../../../billing/bills/bill.ts";
import { PLUS } from "../../../billing/payment-context.ts";
import { makeCode } from "../../../billing/promo-codes/promo-code.ts";
import type { Person } from "../../../support/person.ts";
import { mainOf, textOf } from "../../main-of.ts";
import { type AdminSite, eachSite, enrol, idOf } from "../enrol.ts";

const PER_PAGE = 50;
const SOME = 2 * PER_PAGE + 7;
const MANY = 10_001;

/** Rows like the newest one of a table, each with what makes it another one. */
async function copy(
	db: Db,
	table: keyof Tables,
	count: number,
	other: (i: number) => Record<string, unknown>,
): Promise<void> {
	const row = await db.selectFrom(table).selectAll().limit(1).executeTakeFirstOrThrow();
	const rows = Array.from({ length: count }, (_, i) => ({ ...row, ...other(i) }));
	for (let i = 0; i < rows.length; i += 250)
		await db
			.insertInto(table)
			.values(rows.slice(i, i + 250) as never)
			.execute();
}

/** A column that is unique, a number of a row, and an age, so that the order is not that of the ids. */
const id = (i: number) => ({ id: randomUUID(), created_at: 1_000 + (i % 97) });

eachSite((start) => {
	describe("a list of the staff's", () => {
		let site: AdminSite;
		let owner: Person;
		let anna: string;
		beforeAll(async () => {
			site = await start();
			owner = await enrol(site, "owner", "owner");
			const person = await enrol(site, "anna");
			anna = await idOf(site, person);
			const { db } = site;
			await makeCode(db);
			await orderBill(db, anna, Date.now());
			const { conversationId, answerId } = await person.ask("Здравствуйте");
			const written = db.selectFrom("answers").select("state");
			await vi.waitFor(async () => expect((await written.executeTakeFirst())?.state).toBe("done"));
			await person.post("/chat", { intent: "rate", answerId, rating: "down", reason: "Неточно" });
			await person.post("/chat/show", { intent: "show", conversationId, note: "" });
			const draft = { subject: "Новости", body: "Текст", requestId: randomUUID() };
			expect((await owner.post("/admin/news?do=new", draft)).status).toBe(303);
			await owner.fetch(`/admin/people?account=${anna}`);
		});

		/** The rows of all pages, one after another. */
		async function walk(path: string): Promise<{ rows: string[]; pages: number }> {
			const rows: string[] = [];
			let pages = 0;
			for (let next: string | undefined = path; next && pages < 10; pages++) {
				const page: string = await mainOf(owner.fetch(next));
				const body = /<tbody.*<\/tbody>/s.exec(page)?.[0] ?? "";
				rows.push(...body.split("<tr").slice(1));
				next = /<a href="([^"]*)" class="btn"><span>Дальше/.exec(page)?.[1]?.replaceAll("&amp;", "&");
			}
			return { rows, pages };
		}

		const LISTS: [
			name: string,
			path: () => string,
			table: keyof Tables,
			other: (i: number) => Record<string, unknown>,
		][] = [
			[
				"promo codes",
				() => "/admin/codes",
				"promo_codes",
				(i) => ({ code: `КОД-${i}-${randomUUID().slice(0, 8)}`, created_at: 1_000 + (i % 97) }),
			],
			["bills", () => "/admin/bills", "bills", (i) => ({ id: randomUUID(), number: nextNumber(i) })],
			["feedback", () => "/admin/feedback", "answers", (i) => ({ ...id(i), rating_reason: `Слова ${i}` })],
			["news", () => "/admin/news", "newsletters", (i) => ({ ...id(i), subject: `Письмо ${i}` })],
			["the journal", () => "/admin/journal", "staff_events", (i) => ({ number: nextNumber(i) })],
			[
				"shown conversations",
				() => "/admin/shown",
				"support_access",
				(i) => ({ id: randomUUID(), expires_at: Date.now() + 3_600_000 + (i % 97) * 1_000 }),
			],
			[
				"a ledger",
				() => `/admin/ledger?account=${anna}`,
				"ledger",
				(i) => ({
					id: randomUUID(),
					reference: randomUUID(),
					kind: "correct",
					why: `Слова ${i}`,
					at: 2_000 + i,
				}),
			],
		];
		let numbers = 1_000;
		const nextNumber = (_: number) => ++numbers;

		test.each(LISTS)(
			"of %s says how many there are, goes through all of them once, and counts no further than 10 000",
			async (_name, path, table, other) => {
				const { db } = site;
				const all = async () => {
					const { count } = await db
						.selectFrom(table)
						.select(({ fn }) => fn.countAll<number | string>().as("count"))
						.executeTakeFirstOrThrow();
					return Number(count);
				};
				await copy(db, table, SOME - (await all()), other);
				// The ledger has settled messages, too, which are no line of it.
				const { rows, pages } = await walk(path());
				const found = /Найдено: (\d+)/.exec(await textOf(owner.fetch(path())))?.[1];
				expect(Number(found)).toBe(rows.length);
				expect([SOME - 2, SOME - 1, SOME, SOME + 1, SOME + 2]).toContain(rows.length);
				expect(new Set(rows).size).toBe(rows.length);
				expect(pages).toBe(3);
				expect(await textOf(owner.fetch(path()))).toContain(`Показаны ${PER_PAGE}`);
				await copy(db, table, MANY + 2 - (await all()), other);
				expect(await textOf(owner.fetch(path()))).toContain("Найдено больше 10 000");
			},
		);

		test("of payments does the same below its rows, with their sum", async () => {
			const row = {
				...{ account_id: anna, plan_key: PLUS.key, plan: JSON.stringify(PLUS), amount: 100 },
				...{ receipt_email: "buh@pochta.ru", gateway: "sandbox" as const, state: "paid" as const },
				...{ id: randomUUID(), created_at: 1_000, ended_at: 1_000 },
			};
			await site.db.insertInto("purchases").values(row).execute();
			await copy(site.db, "purchases", SOME - 1, id);
			const { rows, pages } = await walk("/admin/payments");
			expect([rows.length, new Set(rows).size, pages]).toEqual([SOME, SOME, 3]);
			expect(await textOf(owner.fetch("/admin/payments"))).toContain(
				`Итог по фильтру: ${SOME} платежей, возвращено 0 ${SOME},00 ₽`,
			);
			await copy(site.db, "purchases", MANY - SOME, id);
			expect(await textOf(owner.fetch("/admin/payments"))).toMatch(/Больше 10\s?000 платежей/);
		});
	});
});
