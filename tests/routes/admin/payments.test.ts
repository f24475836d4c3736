import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { DAY } from "../../../app/platform/dates/day-boundaries.server.ts";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import type { Role } from "../../../app/platform/http/context.server.ts";
import type { Instance } from "../../support/instance.ts";
import { Person } from "../../support/person.ts";
import { eachSite, enrol as enrolAt, idOf as idAt } from "./enrol.ts";

const HOUR = DAY / 24;

eachSite((start) => {
	let instance: Instance;
	let db: Db;
	let anna: Person;
	beforeAll(async () => {
		// A model there is nobody behind: it is named, so there is something to sell.
		({ instance, db } = await start({ MODEL_BASE_URL: "http://127.0.0.1:9", MODELS: "test-model" }));
		anna = await enrol("anna");
	});

	const enrol = (name: string, role?: Role) => enrolAt({ instance, db }, name, role);

	const idOf = (person: Person) => idAt({ db }, person);
	const journal = () => db.selectFrom("staff_events").selectAll().orderBy("number").execute();
	const textOf = async (of: Promise<Response>) => /<main.*<\/main>/s.exec(await (await of).text())?.[0] ?? "";
	const field = (html: string, name: string) =>
		new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? "";

	/** Buys «Плюс» at the test gateway. @returns the purchase's id */
	async function buy(person: Person): Promise<string> {
		const paymentId = randomUUID();
		const begun = await person.post("/payment", {
			intent: "pay",
			paymentId,
			planKey: "plus-month",
			receiptEmail: person.email,
		});
		expect(begun.headers.get("Location")).toContain("/payment/sandbox");
		await person.post("/payment/sandbox", { paymentId, outcome: "pay" });
		expect((await person.fetch(`/payment/success?payment=${paymentId}`)).status).toBe(200);
		return paymentId;
	}

	/** A message of the bought period, as asking a question leaves it. */
	async function spendMessage(purchaseId: string): Promise<void> {
		const bought = await db
			.selectFrom("subscriptions")
			.select(["id", "account_id", "starts_at", "ends_at"])
			.where("purchase_id", "=", purchaseId)
			.executeTakeFirstOrThrow();
		const { id: source, account_id, starts_at, ends_at } = bought;
		const period = { id: randomUUID(), account_id, source, starts_at, ends_at, granted: 1_000, used: 1 };
		await db
			.insertInto("allowances")
			.values({ ...period, mailbox_hash: null })
			.execute();
	}

	describe("payments on the staff's screens", () => {
		test("a payment is found, its story told, and its money returned once, without script", async () => {
			const id = await buy(anna);
			const accountant = await enrol("accountant", "accountant");
			const list = await textOf(accountant.fetch(`/admin/payments?q=${anna.email}`));
			expect(list).toContain(id);
			expect(list).toMatch(/390,00\s₽/);
			// An accountant sees no e-mails, and no way to the person.
			expect(list).not.toContain(`>${anna.email}<`);
			expect(list).not.toContain("/admin/people?account=");
			expect(await textOf(accountant.fetch("/admin/payments?q=nobody%40example.ru"))).toContain(
				"Ничего не нашлось",
			);
			expect(await textOf(accountant.fetch("/admin/payments?from=2026-02-31"))).toContain(
				"Такого дня нет: 2026-02-31",
			);

			const card = `/admin/payments?payment=${id}`;
			const story = await textOf(accountant.fetch(card));
			expect(story).toContain("Создан заказ");
			expect(story).toContain("Оплачено");
			const page = await textOf(accountant.fetch(`${card}&do=refund`));
			expect(page).toMatch(/Вернуть 390,00\s₽/);
			const form = {
				requestId: field(page, "requestId"),
				kopecks: field(page, "kopecks"),
				reason: "Просьба <человека>",
				currentPassword: accountant.password,
			};
			const refused = await accountant.post(`${card}&do=refund`, { ...form, currentPassword: "не тот" });
			expect(refused.status).toBe(400);
			const again = await textOf(Promise.resolve(refused));
			expect(again).toContain("Просьба &lt;человека");
			expect(field(again, "requestId")).toBe(form.requestId);
			// A sum that nobody has read is not returned.
			expect((await accountant.post(`${card}&do=refund`, { ...form, kopecks: "1" })).status).toBe(409);
			const before = (await journal()).length;
			expect((await accountant.post(`${card}&do=refund`, form)).status).toBe(303);
			expect((await accountant.post(`${card}&do=refund`, form)).status).toBe(303);
			const after = await textOf(accountant.fetch(card));
			expect(after).toContain("Возвращён");
			expect(after).not.toContain("do=refund");
			const entries = (await journal()).slice(before);
			expect(entries.map(({ act }) => act)).toEqual(["payment-refunded"]);
			expect((await db.selectFrom("refunds").selectAll().execute()).length).toBe(1);
		});

		test("a rest that has fallen while its page was open is returned, a sum above what was read is not", async () => {
			const vera = await enrol("vera");
			const id = await buy(vera);
			const owner = await enrol("owner", "owner");
			const card = `/admin/payments?payment=${id}&do=refund`;
			const moveBy = (ms: number) =>
				db
					.updateTable("subscriptions")
					.set(({ eb }) => ({ starts_at: eb("starts_at", "-", ms), ends_at: eb("ends_at", "-", ms) }))
					.where("purchase_id", "=", id)
					.execute();
			const read = async () => {
				const page = await textOf(owner.fetch(card));
				const reason = "Просьба";
				const currentPassword = owner.password;
				return {
					requestId: field(page, "requestId"),
					kopecks: field(page, "kopecks"),
					reason,
					currentPassword,
				};
			};
			const whole = await read();
			expect(whole.kopecks).toBe("39000");
			await spendMessage(id);
			await moveBy(10 * DAY);
			// Not what was read: the plan has been used since.
			expect((await owner.post(card, whole)).status).toBe(409);
			const rest = await read();
			expect(Number(rest.kopecks)).toBeLessThan(26_100);
			await moveBy(-DAY);
			expect((await owner.post(card, rest)).status).toBe(409);
			await moveBy(DAY + HOUR);
			expect((await owner.post(card, rest)).status).toBe(303);
			const refund = await db
				.selectFrom("refunds")
				.select("amount")
				.where("id", "=", rest.requestId)
				.executeTakeFirst();
			expect(refund?.amount).toBeLessThan(Number(rest.kopecks));
		});

		test("the file has a line for each payment of the filter, no e-mail and no formula, and the journal knows of it", async () => {
			const boris = await enrol("boris");
			const id = await buy(boris);
			const method = '=HYPERLINK("https://evil.example";"Нажмите")';
			await db.updateTable("purchases").set({ method }).where("id", "=", id).execute();
			const support = await enrol("support", "support");
			const answer = await support.fetch(`/admin/payments?format=csv&q=${boris.email}`);
			expect(answer.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
			expect(answer.headers.get("Content-Disposition")).toMatch(
				/^attachment; filename="payments-\d{4}-\d\d-\d\d\.csv"$/,
			);
			const bytes = Buffer.from(await answer.arrayBuffer());
			expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
			const lines = bytes.toString("utf8").slice(1).split("\r\n");
			expect(lines).toHaveLength(3);
			expect(lines[1]).toContain(`;${id};`);
			expect(lines[1]).toContain(`;"'=HYPERLINK(""https://evil.example"";""Нажмите"")";390,00`);
			expect(lines.join()).not.toContain("@");
			expect((await journal()).at(-1)).toMatchObject({ act: "payments-exported" });
			// Nobody else gets a file.
			expect((await boris.fetch("/admin/payments?format=csv")).status).toBe(404);
			expect((await new Person(instance).fetch("/admin/payments?format=csv")).status).toBe(404);
		});

		test("a plan is given and an allowance corrected, with what was typed kept where it is wrong", async () => {
			const vera = await enrol("vera");
			const owner = await enrol("owner", "owner");
			const card = `/admin/people?account=${await idOf(vera)}`;
			const grant = await textOf(owner.fetch(`${card}&do=grant-plan`));
			const proof = { currentPassword: owner.password };
			const given = { plan: "plus-month", requestId: field(grant, "requestId"), reason: "Пилот" };
			expect((await owner.post(`${card}&do=grant-plan`, { ...given, ...proof, plan: "tsar" })).status).toBe(
				400,
			);
			expect((await owner.post(`${card}&do=grant-plan`, { ...given, ...proof })).status).toBe(303);
			expect((await owner.post(`${card}&do=grant-plan`, given)).status).toBe(303);
			expect(
				await db
					.selectFrom("subscriptions")
					.selectAll()
					.where("account_id", "=", await idOf(vera))
					.execute(),
			).toHaveLength(1);
			expect(await textOf(vera.fetch("/payment"))).toContain("Подарен владельцем сервера");

			const support = await enrol("support", "support");
			const correct = await textOf(support.fetch(`${card}&do=correct-allowance`));
			const request = { requestId: field(correct, "requestId"), sign: "add", reason: "Сбой", messages: "20" };
			const mine = { currentPassword: support.password };
			for (const [messages, status] of [
				["", 400],
				["-3", 400],
				["1e3", 400],
				["51", 422],
			] as const) {
				const answer = await support.post(`${card}&do=correct-allowance`, { ...request, ...mine, messages });
				expect([messages, answer.status]).toEqual([messages, status]);
				expect(await textOf(Promise.resolve(answer))).toContain(`value="${messages}"`);
			}
			const asked = { ...request, tell: "1" };
			expect((await support.post(`${card}&do=correct-allowance`, asked)).status).toBe(303);
			const told = db.selectFrom("letters").select("recipient").where("kind", "=", "allowance-corrected");
			expect(await told.execute()).toEqual([{ recipient: vera.email }]);
			expect((await journal()).slice(-1)).toMatchObject([{ act: "allowance-corrected", after: "+20" }]);
		});
	});
});
