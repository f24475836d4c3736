import { describe, expect, test } from "vitest";
import type { RenewalRow } from "../../../app/billing/renewals/renewal.server.ts";
import {
	listRenewals,
	RENEWAL_STATUSES,
	type RenewalFilter,
	type RenewalStatus,
	readListedRenewal,
	searchRenewals,
	sumRenewals,
} from "../../../app/billing/staff/list-renewals.server.ts";
import { DAY } from "../../../app/platform/dates/day-boundaries.server.ts";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { plansOf } from "../../support/database/query-plans.ts";
import { PLUS } from "../payment-context.ts";
import { HOUR, NOON } from "../shop.ts";
import { pad, payers } from "./payers.ts";

const COUNT = 140;

/** What differs in a row of each status. */
const LOOKS: Record<RenewalStatus, Partial<RenewalRow>> = {
	waits: { state: "on" },
	postponed: { state: "on", charge_at: NOON + 60 * DAY },
	charging: { state: "charging", changed_at: NOON - HOUR + 1 },
	stuck: { state: "charging", changed_at: NOON - HOUR - 1 },
	retrying: { state: "retrying", attempt: 2, reason: "insufficient_funds" },
	paused: { state: "paused", reason: "card_expired" },
	off: { state: "off", reason: "person" },
};

/** Agreements of as many people, the statuses in turn; three end in each hour. */
async function agreed(db: Db, count = COUNT) {
	const numbers = await payers(db, count);
	await db
		.insertInto("renewal_consents")
		.values(
			numbers.map((i) => ({
				id: `consent-${pad(i)}`,
				account_id: `account-${pad(i)}`,
				act: "given" as const,
				text: "",
				text_version: "1",
				offer_version: null,
				plan_key: PLUS.key,
				amount: PLUS.price,
				days: 30,
				at: NOON,
				ip_network: "",
				user_agent: "",
			})),
		)
		.execute();
	const rows = numbers.map((i) => ({
		id: `renewal-${pad(i)}`,
		account_id: `account-${pad(i)}`,
		consent_id: `consent-${pad(i)}`,
		method_id: null,
		plan_key: PLUS.key,
		plan: JSON.stringify(PLUS),
		receipt_email: `payer${pad(i)}@example.ru`,
		state: "on" as const,
		reason: null,
		paid_until: NOON + Math.floor(i / 3) * HOUR,
		attempt: 0,
		charge_at: null,
		charge_amount: null,
		notice_id: null,
		told_at: null,
		purchase_id: null,
		next_at: null,
		stop_token_hash: null,
		stop_token_until: null,
		created_at: NOON - 30 * DAY,
		changed_at: NOON - 30 * DAY,
		...LOOKS[RENEWAL_STATUSES[i % RENEWAL_STATUSES.length] ?? "waits"],
	}));
	await db.insertInto("renewals").values(rows).execute();
}

describe("the list of all renewals", () => {
	eachDatabase((openTestDb, name) => {
		/** All pages of a filter. */
		async function walk(db: Db, filter: RenewalFilter, rows = 13) {
			const seen: string[] = [];
			let after: string | null = "";
			while (after !== null) {
				const page: Awaited<ReturnType<typeof listRenewals>> = await listRenewals(db, filter, {
					after,
					rows,
					now: NOON,
				});
				seen.push(...page.renewals.map(({ id, status }) => `${id} ${status}`));
				after = page.next;
			}
			return seen;
		}
		const all = (wanted: (status: RenewalStatus) => boolean) =>
			Array.from(
				{ length: COUNT },
				(_, i) => [i, RENEWAL_STATUSES[i % RENEWAL_STATUSES.length] ?? "waits"] as const,
			)
				.filter(([, status]) => wanted(status))
				.map(([i, status]) => `renewal-${pad(i)} ${status}`);

		test("goes through all that are not off once, the next first, and sums what is to be charged", async () => {
			const db = await openTestDb();
			await agreed(db);
			expect(await walk(db, {})).toEqual(all((status) => status !== "off"));
			expect(await sumRenewals(db, {}, NOON)).toEqual({ count: 120, sum: 100 * PLUS.price });
		});

		test.each(RENEWAL_STATUSES)("finds each that is «%s», and no other", async (status) => {
			const db = await openTestDb();
			await agreed(db);
			const expected = all((one) => one === status);
			const found = await walk(db, { status }, 7);
			expect(found).toEqual(status === "off" ? expected.toReversed() : expected);
			const { count, sum } = await sumRenewals(db, { status }, NOON);
			const isCharged = status !== "off" && status !== "paused";
			expect([count, sum]).toEqual([20, isCharged ? 20 * PLUS.price : 0]);
		});

		test("a charge that moves a row while somebody pages leaves the rest of the list as it was", async () => {
			const db = await openTestDb();
			await agreed(db, 30);
			const first = await listRenewals(db, {}, { rows: 10, now: NOON });
			await db
				.updateTable("renewals")
				.set({ paid_until: NOON + 90 * DAY })
				.where("id", "=", first.renewals.at(-1)?.id ?? "")
				.execute();
			const second = await listRenewals(db, {}, { after: first.next ?? "", rows: 10, now: NOON });
			const expected = all((status) => status !== "off").slice(10, 20);
			expect(second.renewals.map(({ id, status }) => `${id} ${status}`)).toEqual(expected);
		});

		test("is searched by the beginning of an e-mail, an account and a payment, among those that are off too", async () => {
			const db = await openTestDb();
			await agreed(db, 21);
			const purchase = {
				...{ id: "purchase-1", account_id: "account-0006", plan_key: PLUS.key, plan: JSON.stringify(PLUS) },
				...{ amount: 1, receipt_email: "", gateway: "yookassa" as const, gateway_id: "at-gateway-1" },
				...{ state: "paid" as const, created_at: 1 },
			};
			await db.insertInto("purchases").values(purchase).execute();
			const found = async (typed: string) => {
				const { accountIds } = await searchRenewals(db, typed, "owner");
				return (await listRenewals(db, { accountIds }, { now: NOON })).renewals.map(({ id }) => id);
			};
			expect(await found("PAYER000")).toHaveLength(10);
			expect(await found("payer0006@")).toEqual(["renewal-0006"]);
			for (const id of ["account-0006", "purchase-1", "at-gateway-1"])
				expect(await found(id)).toEqual(["renewal-0006"]);
			expect(await found("nothing")).toEqual([]);
		});

		test("tells when the e-mail about the charge was sent, from the outbox until it is checked", async () => {
			const db = await openTestDb();
			await agreed(db, 1);
			expect(await readListedRenewal(db, "account-0000")).toMatchObject({ isNoticed: false, toldAt: null });
			await db.updateTable("renewals").set({ notice_id: "letter-1" }).execute();
			expect(await readListedRenewal(db, "account-0000")).toMatchObject({ isNoticed: true, toldAt: null });
			await db.updateTable("renewals").set({ told_at: NOON }).execute();
			expect(await readListedRenewal(db, "account-0000")).toMatchObject({ isNoticed: true, toldAt: NOON });
			expect(await readListedRenewal(db, "nobody")).toBeUndefined();
		});

		test("every page is read from an index, in its order", async () => {
			const db = await openTestDb();
			await agreed(db, 30);
			const page = { after: `${NOON}.renewal-0000`, now: NOON };
			const indexes = { "": "not_off", off: "by_state", stuck: "by_state", postponed: "told_late" } as const;
			for (const [typed, index] of Object.entries(indexes)) {
				const status = RENEWAL_STATUSES.find((one) => one === typed);
				const [plan] = await plansOf(db, () => listRenewals(db, { status }, page), name);
				expect(plan).toContain(`renewals_${index}`);
				expect(plan).not.toMatch(/SCAN renewals(?! USING)|Seq Scan on renewals/);
				// In a table of thirty rows PostgreSQL would rather sort.
				if (name === "SQLite") expect(plan).not.toMatch(/TEMP B-TREE FOR ORDER/);
			}
		});
	});
});
