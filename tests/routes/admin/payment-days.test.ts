import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import type { Role } from "../../../app/platform/http/context.server.ts";
import type { Person } from "../../support/person.ts";
import { mainOf, textOf } from "../main-of.ts";
import { type AdminSite, eachSite, enrol as enrolAt } from "./enrol.ts";

const DAYS = "/admin/payments?view=days";

eachSite((start) => {
	let site: AdminSite;
	let accountant: Person;
	let anna: Person;
	beforeAll(async () => {
		// A model there is nobody behind: it is named, so there is something to sell.
		site = await start({ MODEL_BASE_URL: "http://127.0.0.1:9", MODELS: "test-model" });
		accountant = await enrol("accountant", "accountant");
		anna = await enrol("anna");
	});

	const enrol = (name: string, role?: Role) => enrolAt(site, name, role);

	/** Buys «Плюс» at the test gateway; the payment is set to a moment. @returns its id */
	async function buyAt(moment: string, receipt: "succeeded" | "canceled"): Promise<string> {
		const paymentId = randomUUID();
		const order = { intent: "pay", paymentId, planKey: "plus-month", receiptEmail: "buh@pochta.ru" };
		expect((await anna.post("/payment", order)).status).toBe(303);
		await anna.post("/payment/sandbox", { paymentId, outcome: "pay" });
		await anna.fetch(`/payment/success?payment=${paymentId}`);
		const set = { ended_at: Date.parse(moment), receipt_state: receipt };
		await site.db.updateTable("purchases").set(set).where("id", "=", paymentId).execute();
		return paymentId;
	}

	test("a month is told day by day, without script; each day leads to its payments", async () => {
		expect(await textOf(accountant.fetch(DAYS))).toMatch(/Ни платежей, ни возвратов за \S+ День — по Москве/);
		// Moscow is three hours ahead of UTC: the first is the day before midnight, the others come after it.
		const early = await buyAt("2025-03-09T20:59:59.999Z", "succeeded");
		const late = await buyAt("2025-03-09T21:00:00Z", "succeeded");
		await buyAt("2025-03-10T09:00:00Z", "canceled");
		const account = await site.db
			.selectFrom("purchases")
			.select("account_id")
			.where("id", "=", early)
			.executeTakeFirstOrThrow();
		const refund = { id: randomUUID(), purchase_id: early, amount: 12_345, state: "done" as const };
		const times = { created_at: 1, ended_at: Date.parse("2025-03-20T10:00:00Z") };
		await site.db
			.insertInto("refunds")
			.values({ ...account, ...refund, ...times, receipt_state: "succeeded" })
			.execute();

		const path = `${DAYS}&month=2025-03`;
		expect(await textOf(accountant.fetch(path))).toMatch(
			/20 марта 0 0,00 ₽ 123,45 ₽ 1 из 1 10 марта 2 780,00 ₽ 0,00 ₽ 1 из 2: 1 не отправлен 9 марта 1 390,00 ₽ 0,00 ₽ 1 из 1 Март 2025 3 1 170,00 ₽ 123,45 ₽/,
		);
		const page = await mainOf(accountant.fetch(path));
		expect(page).toMatch(/<input(?=[^>]*type="month")(?=[^>]*name="month")(?=[^>]*value="2025-03")/);
		expect(page.match(/dot-bad/g)).toHaveLength(1);
		expect(page).not.toContain("<script");
		const day = "/admin/payments?from=2025-03-10&to=2025-03-10&by=paid";
		expect(page).toContain(`href="${day.replaceAll("&", "&amp;")}"`);
		// Of the 20th there are refunds alone.
		expect(page).not.toContain("from=2025-03-20");
		const list = await mainOf(accountant.fetch(day));
		expect(list).toContain(late);
		expect(list).not.toContain(early);
		expect(await textOf(accountant.fetch(day))).toContain("Итог по фильтру: 2 платежа");
		expect(list).toMatch(/<option value="paid" selected/);
		// By the day of the order there are none.
		expect(await textOf(accountant.fetch(day.replace("&by=paid", "")))).toContain("Ничего не нашлось");
		expect(await textOf(accountant.fetch(`${DAYS}&month=2025-04`))).toContain("Ни платежей, ни возвратов");
	});

	test("what is no month is said, and kept as it was typed", async () => {
		for (const typed of ["ноябрь", "2025-13", "03.2025"]) {
			const path = `${DAYS}&month=${encodeURIComponent(typed)}`;
			const answer = await accountant.fetch(path);
			expect(answer.status).toBe(200);
			const page = await mainOf(answer);
			expect(page).toMatch(/Месяц пишут так: \d{4}-\d\d\. Показан текущий/);
			expect(page).toMatch(
				new RegExp(`<input(?=[^>]*aria-invalid)(?=[^>]*name="month")(?=[^>]*value="${typed}")`),
			);
			// There is no file of it either.
			expect((await accountant.fetch(`${path}&format=csv`)).headers.get("Content-Type")).toContain(
				"text/html",
			);
		}
	});

	test("the month is a file without e-mails, and the journal knows who has it", async () => {
		const link = /href="([^"]*format=csv)"[^>]*>.*?CSV за март 2025/s;
		const page = await mainOf(accountant.fetch(`${DAYS}&month=2025-03`));
		const path = link.exec(page)?.[1]?.replaceAll("&amp;", "&") ?? "";
		const file = await accountant.fetch(path);
		expect(file.headers.get("Content-Disposition")).toMatch(
			/filename="payments-of-2025-03-\d{4}-\d\d-\d\d\.csv"/,
		);
		expect((await file.text()).replace("\ufeff", "").trim().split("\r\n")).toEqual([
			"День;Платежей;Поступило, ₽;Возвратов;Возвращено, ₽;Чеков нужно;Чеков отправлено;Чеков не отправлено",
			"20.03.2025;0;0,00;1;123,45;1;1;0",
			"10.03.2025;2;780,00;0;0,00;2;1;1",
			"09.03.2025;1;390,00;0;0,00;1;1;0",
		]);
		const journal = site.db.selectFrom("staff_events").selectAll().orderBy("number", "desc").limit(1);
		expect(await journal.execute()).toMatchObject([{ act: "payments-exported", actor_role: "accountant" }]);
		// Nobody else gets it.
		expect((await anna.fetch(path)).status).toBe(404);
	});
});
