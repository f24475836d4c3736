import { describe, expect, test } from "vitest";
import {
	correctAllowance,
	readAllowance,
	reserveMessage,
	returnMessage,
	settleMessage,
} from "../../../app/billing/quota/allowance.server.ts";
import { listLedger } from "../../../app/billing/staff/list-ledger.server.ts";
import { DAY } from "../../../app/platform/dates/day-boundaries.server.ts";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import { somebody } from "../../chat/people.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { plansOf } from "../../support/database/query-plans.ts";
import { NOON } from "../shop.ts";

/** Seven messages of two days, one of which had no answer, and a correction. */
async function used(db: Db, me: string) {
	for (let i = 0; i < 7; i++) {
		const at = NOON + (i < 3 ? 0 : DAY) + i;
		await reserveMessage(db, me, `${me}-${i}`, at);
		await (i === 4 ? returnMessage : settleMessage)(db, `${me}-${i}`, at);
	}
	await correctAllowance(db, me, { messages: 5, reference: `${me}-214`, why: "Сбой" }, NOON + DAY + 100);
}

describe("the ledger of a person", () => {
	eachDatabase((openTestDb, name) => {
		test("has each change once, the newest first, with what was left after it, over pages", async () => {
			const db = await openTestDb();
			const me = await somebody(db);
			await used(db, me);
			await used(db, await somebody(db));
			const found: Awaited<ReturnType<typeof listLedger>>["entries"] = [];
			let after: string | null = "";
			for (let pages = 0; after !== null; pages++) {
				expect(pages).toBeLessThan(9);
				const page: Awaited<ReturnType<typeof listLedger>> = await listLedger(db, me, { after, rows: 3 });
				found.push(...page.entries);
				after = page.next;
			}
			expect(found.map(({ id }) => id)).toEqual([...new Set(found.map(({ id }) => id))]);
			const { left } = await readAllowance(db, me, NOON + DAY + 200);
			expect(found[0]).toMatchObject({ kind: "correct", why: "Сбой", messages: 5, left });
			const of = (kind: string) => found.filter((entry) => entry.kind === kind);
			expect(["grant", "reserve", "return", "correct"].map((kind) => of(kind).length)).toEqual([2, 7, 1, 1]);
			// The two days have allowances of their own.
			expect(found.slice(-4).map((entry) => [entry.kind, entry.left])).toEqual([
				["reserve", 27],
				["reserve", 28],
				["reserve", 29],
				["grant", 30],
			]);
			// One that is gone begins anew; nobody else's entry is a place to go on from.
			expect((await listLedger(db, me, { after: "gone", rows: 3 })).entries).toEqual(found.slice(0, 3));
			expect((await listLedger(db, await somebody(db), { after: found[3]?.id ?? "" })).entries).toEqual([]);
		});

		test("is read by indexes", async () => {
			const db = await openTestDb();
			const me = await somebody(db);
			await used(db, me);
			const { next } = await listLedger(db, me, { rows: 3 });
			for (const plan of await plansOf(db, () => listLedger(db, me, { after: next ?? "" }), name))
				expect(plan).not.toMatch(/SCAN ledger(?! USING)|Seq Scan on ledger|TEMP B-TREE FOR ORDER|-> +Sort/);
		});
	});
});
