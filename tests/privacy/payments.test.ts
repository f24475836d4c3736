import { describe, expect, test } from "vitest";
import { deleteAccount } from "../../app/accounts/delete-account.server.ts";
import { grantSubscription } from "../../app/billing/plans/subscriptions.server.ts";
import { reserveMessage, settleMessage } from "../../app/billing/quota/allowance.server.ts";
import type { Db } from "../../app/platform/db/connection.server.ts";
import { eraseAccountHandler, eraseData } from "../../app/privacy/erase-data.server.ts";
import { exportData } from "../../app/privacy/export-data.server.ts";
import { email, HOUR, MINUTE, NOW, somebody, world } from "../accounts/world.ts";
import { aPlan } from "../billing/plan.ts";
import { eachDatabase } from "../support/database/databases.ts";
import { runDueJobs } from "../support/run-due-jobs.ts";

const PLUS = aPlan({ messages: 1_500, everyDays: 30 }, { key: "plus-month", price: 39_000 });
const CARD = "Карта ••\u00a04477";

async function buy(db: Db, accountId: string, state: "paid" | "waiting" = "paid") {
	const id = crypto.randomUUID();
	await db
		.insertInto("purchases")
		.values({
			id,
			account_id: accountId,
			plan_key: PLUS.key,
			plan: JSON.stringify(PLUS),
			amount: 39_000,
			receipt_email: "receipt@example.ru",
			gateway: "sandbox",
			gateway_id: id,
			method: CARD,
			state,
			created_at: NOW,
		})
		.execute();
	if (state === "paid")
		await db
			.transaction()
			.execute((trx) => grantSubscription(trx, accountId, { plan: PLUS, purchaseId: id }, NOW));
	return id;
}

const refund = (db: Db, purchaseId: string, accountId: string) =>
	db
		.insertInto("refunds")
		.values({
			id: crypto.randomUUID(),
			purchase_id: purchaseId,
			account_id: accountId,
			amount: 100,
			state: "waiting",
			created_at: NOW,
		})
		.execute();

const purchases = (db: Db, accountId: string) =>
	db.selectFrom("purchases").selectAll().where("account_id", "=", accountId).execute();

describe("money and messages in what is kept about a person", () => {
	eachDatabase((openTestDb) => {
		test("the saved card, the renewal and what was agreed to are exported without what can charge it, and erased", async () => {
			const at = await world(openTestDb);
			const anna = await somebody(at);
			const own = { account_id: anna.id, created_at: NOW };
			const words = {
				plan_key: PLUS.key,
				amount: 39_000,
				days: 30,
				at: NOW,
				ip_network: "",
				user_agent: "B",
			};
			await at.db
				.insertInto("renewal_consents")
				.values({
					id: "c",
					account_id: anna.id,
					act: "given",
					text: "Продлевать",
					text_version: "1",
					...words,
				})
				.execute();
			await at.db
				.insertInto("payment_methods")
				.values({ ...own, id: "m", gateway: "sandbox", sealed_id: "sealed", title: CARD, state: "active" })
				.execute();
			const renewal = {
				plan: JSON.stringify(PLUS),
				receipt_email: "receipt@example.ru",
				state: "on" as const,
			};
			await at.db
				.insertInto("renewals")
				.values({
					...own,
					id: "r",
					consent_id: "c",
					plan_key: PLUS.key,
					...renewal,
					paid_until: NOW,
					changed_at: NOW,
				})
				.execute();
			const text = await new Response(exportData(at.db, anna.id, NOW)).text();
			expect(text).not.toContain("sealed");
			expect(JSON.parse(text).renewals).toMatchObject([
				{ card: { title: CARD } },
				{ renewal: { state: "on", receiptEmail: "receipt@example.ru" } },
				{ consent: { act: "given", text: "Продлевать", amount: 39_000 } },
			]);
			await deleteAccount(at.db, at.settings, anna.id, "person", NOW);
			await eraseData(at.db, anna.id, NOW);
			for (const table of ["payment_methods", "renewals", "renewal_consents"] as const)
				expect(await at.db.selectFrom(table).select("id").execute()).toEqual([]);
		});

		test("«Скачать мои данные» has purchases, refunds, paid time, and each message with its reason", async () => {
			const at = await world(openTestDb);
			const anna = await somebody(at);
			const boris = await somebody(at, email("boris@example.ru"));
			await refund(at.db, await buy(at.db, anna.id), anna.id);
			await buy(at.db, boris.id);
			await reserveMessage(at.db, boris.id, "Борису", NOW);
			await at.db.transaction().execute(async (trx) => {
				for (let i = 1; i <= 510; i++) await reserveMessage(trx, anna.id, `question ${i}`, NOW + i);
				await settleMessage(trx, "question 1", NOW + 700);
			});
			const stream = exportData(at.db, anna.id, NOW);
			const data = JSON.parse(await new Response(stream).text());
			expect(data.payments).toMatchObject([
				{
					amount: 39_000,
					receiptEmail: "receipt@example.ru",
					method: CARD,
					createdAt: new Date(NOW).toISOString(),
					plan: { key: "plus-month", price: 39_000 },
					refunds: [{ amount: 100, state: "waiting" }],
				},
			]);
			expect(data.subscriptions).toMatchObject([{ startsAt: new Date(NOW).toISOString(), endedBy: null }]);
			expect(data.allowances).toMatchObject([{ granted: 1_500, used: 1, reserved: 509 }]);
			const [{ entries }] = data.allowances;
			expect(entries).toHaveLength(512);
			// The first question opened the allowance, in the same millisecond.
			expect(entries.slice(0, 2)).toContainEqual(expect.objectContaining({ kind: "grant", messages: 1_500 }));
			expect(entries.at(-1)).toMatchObject({ kind: "settle", reference: "question 1" });
			expect(JSON.stringify(data)).not.toContain("Борису");
		});

		test("«Удалить аккаунт» keeps what was sold and for how much, and not who paid or when they wrote", async () => {
			const at = await world(openTestDb);
			const anna = await somebody(at);
			const boris = await somebody(at, email("boris@example.ru"));
			for (const { id } of [anna, boris]) {
				await buy(at.db, id);
				await at.db
					.transaction()
					.execute((trx) => grantSubscription(trx, id, { plan: PLUS, purchaseId: null }, NOW));
				for (let i = 0; i < 3; i++) await reserveMessage(at.db, id, `${id} ${i}`, NOW);
			}
			await deleteAccount(at.db, at.settings, anna.id, "person", NOW);
			await eraseData(at.db, anna.id, NOW);
			expect(await purchases(at.db, anna.id)).toMatchObject([
				{ amount: 39_000, state: "paid", receipt_email: "", method: null },
			]);
			expect(await purchases(at.db, boris.id)).toMatchObject([{ receipt_email: "receipt@example.ru" }]);
			const left = async (table: "subscriptions" | "allowances" | "ledger") =>
				(await at.db.selectFrom(table).select("account_id").execute()).map((row) => row.account_id);
			expect((await left("subscriptions")).sort()).toEqual([anna.id, boris.id, boris.id].sort());
			expect([...(await left("allowances")), ...(await left("ledger"))]).toEqual(Array(5).fill(boris.id));
			const { erased, erased_at } = await at.db
				.selectFrom("deletions")
				.selectAll()
				.where("account_id", "=", anna.id)
				.executeTakeFirstOrThrow();
			expect([JSON.parse(erased ?? ""), erased_at]).toEqual([
				{ payments: 1, subscriptions: 1, allowances: 5 },
				NOW,
			]);
		});

		test("money on its way keeps the e-mail of its receipt until it has arrived, and no longer", async () => {
			const at = await world(openTestDb);
			const { id } = await somebody(at);
			await buy(at.db, id, "waiting");
			await refund(at.db, await buy(at.db, id), id);
			await buy(at.db, id);
			await deleteAccount(at.db, at.settings, id, "person", NOW);
			await eraseData(at.db, id, NOW);
			const emails = async () => (await purchases(at.db, id)).map((row) => row.receipt_email).sort();
			expect(await emails()).toEqual(["", "receipt@example.ru", "receipt@example.ru"]);
			await runDueJobs(at.db, [eraseAccountHandler(at.db)], () => NOW + 2 * HOUR);
			expect((await emails()).filter(Boolean)).toHaveLength(2);
			await at.db
				.updateTable("purchases")
				.set({ state: "canceled" })
				.where("state", "=", "waiting")
				.execute();
			await at.db.updateTable("refunds").set({ state: "done" }).execute();
			await runDueJobs(at.db, [eraseAccountHandler(at.db)], () => NOW + 2 * HOUR + MINUTE);
			expect(await emails()).toEqual(["", "", ""]);
			expect(await at.db.selectFrom("deletions").select("erased_at").execute()).toEqual([
				{ erased_at: NOW + 2 * HOUR + MINUTE },
			]);
		});
	});
});
