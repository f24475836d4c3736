import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import type { Role } from "../../../../app/platform/http/context.server.ts";
import { emptyPostgres } from "../../../support/database/empty-postgres.ts";
import type { Person } from "../../../support/person.ts";
import { mainOf, textOf } from "../../main-of.ts";
import { type AdminSite, enrol as enrolAt, idOf, setUpAdminSites } from "../enrol.ts";

const MARKER = "кварцевый-бегемот-72";
const { start } = setUpAdminSites();

describe.each(["SQLite", "PostgreSQL"])("all that is kept of a person, on %s", (kind) => {
	let site: AdminSite;
	let administrator: Person;
	beforeAll(async () => {
		const database = kind === "PostgreSQL" ? await emptyPostgres() : null;
		const model = { MODEL_BASE_URL: "http://127.0.0.1:9", MODELS: "test-model" };
		site = await start({ ...model, ...(database && { DATABASE_URL: database.url }) });
		administrator = await enrol("administrator", "administrator");
	});
	const enrol = (name: string, role?: Role) => enrolAt(site, name, role);
	const cardOf = async (person: Person) => `/admin/people?account=${await idOf(site, person)}`;
	const journal = (act: "data-exported" | "person-deleted") =>
		site.db
			.selectFrom("staff_events")
			.select(["actor_role", "account_id", "reason"])
			.where("act", "=", act)
			.execute();
	const proof = () => ({ currentPassword: administrator.password });

	test("goes out as a file by a proof each time, without a word of what they write; the person sees that it did", async () => {
		const anna = await enrol("anna");
		await anna.ask(MARKER);
		await site.db.updateTable("accounts").set({ about: MARKER }).where("email", "=", anna.email).execute();
		const page = `${await cardOf(anna)}&do=export-data`;
		const card = await mainOf(administrator.fetch(await cardOf(anna)));
		expect(card).toContain(`href="${page.replace("&", "&amp;")}"`);
		expect(await textOf(administrator.fetch(page))).toContain("Разговоров, файлов и инструкций в нём нет");
		// What was typed stays, and a stolen cookie alone gets nothing; neither does a proof of a moment ago.
		const unproved = await administrator.post(page, { reason: "Запрос <человека>" });
		expect([unproved.status, await mainOf(unproved)]).toEqual([
			400,
			expect.stringContaining("Запрос &lt;человека&gt;"),
		]);
		const got = () => administrator.post(page, { ...proof(), reason: "Запрос человека" });
		const file = await got();
		expect([file.status, file.headers.get("Content-Type"), file.headers.get("Cache-Control")]).toEqual([
			200,
			"application/json; charset=utf-8",
			"no-store",
		]);
		expect(file.headers.get("Content-Disposition")).toBe(
			`attachment; filename="${await idOf(site, anna)}.json"`,
		);
		const text = await file.text();
		expect(text).not.toContain(MARKER);
		expect(text).not.toContain("verify-mail");
		const kept = JSON.parse(text);
		expect(kept.account.email).toBe(anna.email);
		expect(Object.keys(kept)).toEqual(
			expect.arrayContaining(["consents", "sessions", "events", "payments", "renewals", "allowances"]),
		);
		expect((await administrator.post(page, { reason: "Ещё раз" })).status).toBe(400);
		const own = await idOf(site, anna);
		expect(await journal("data-exported")).toEqual([
			{ actor_role: "administrator", account_id: own, reason: "Запрос человека" },
		]);
		const events = site.db.selectFrom("account_events").select("kind").where("account_id", "=", own);
		expect((await events.execute()).map(({ kind }) => kind)).toContain("data-exported");
	});

	test("is deleted for ever: their e-mail typed, the money decided on, a proof; the data are erased by themselves", async () => {
		const boris = await enrol("boris");
		await boris.ask(MARKER);
		const buy = async () => {
			const paymentId = randomUUID();
			const order = { intent: "pay", planKey: "plus-month", paymentId, receiptEmail: "buh@pochta.ru" };
			expect((await boris.post("/payment", order)).status).toBe(303);
			await boris.post("/payment/sandbox", { paymentId, outcome: "pay" });
			await boris.fetch(`/payment/success?payment=${paymentId}`);
			return paymentId;
		};
		const paymentId = await buy();
		const accountId = await idOf(site, boris);
		const page = `${await cardOf(boris)}&do=delete`;
		expect(await textOf(administrator.fetch(page))).toContain("Оплачено вперёд: 390,00 ₽.");
		expect(await mainOf(administrator.fetch(page))).toContain(
			`href="/admin/payments?payment=${paymentId}&amp;do=refund"`,
		);
		// Of two payments both are named, each in a row of its own with its money, plan and moment.
		const second = await buy();
		const both = await mainOf(administrator.fetch(page));
		for (const id of [paymentId, second])
			expect(both.replace(/\s/g, " ")).toMatch(
				new RegExp(
					`<li><a class="link" href="/admin/payments\\?payment=${id}&amp;do=refund">Верните 390,00 ₽ за «Плюс» от \\d+ [а-я]+ \\d{4}, \\d\\d:\\d\\d</a></li>`,
				),
			);
		expect(both).not.toContain("удалится");
		const card = { id: randomUUID(), account_id: accountId, title: "Карта •• 4477", sealed_id: "x" };
		await site.db
			.insertInto("payment_methods")
			.values({ ...card, gateway: "sandbox", state: "active", created_at: 1 })
			.execute();
		expect(await textOf(administrator.fetch(page))).toContain("Сохранённая карта удалится.");
		const typed = { ...proof(), reason: "Заявление человека" };
		const undecided = await administrator.post(page, { ...typed, email: "somebody@example.ru" });
		const problems = await textOf(Promise.resolve(undecided));
		expect([undecided.status, problems]).toEqual([400, expect.stringContaining("Почта не совпала")]);
		expect(problems).toContain("Верните деньги или отметьте");
		const whole = { ...typed, email: boris.email.toUpperCase(), noRefund: "on" };
		expect((await administrator.post(page, { ...whole, currentPassword: "другой пароль" })).status).toBe(400);
		expect((await boris.fetch("/chat")).status).toBe(200);

		const done = await administrator.post(page, whole);
		expect([done.status, done.headers.get("Location")]).toEqual([303, "/admin/people"]);
		expect(await textOf(administrator.fetch("/admin/people"))).toContain("Аккаунт удалён");
		expect((await boris.fetch("/chat")).status).toBe(302);
		expect(await journal("person-deleted")).toEqual([
			{ actor_role: "administrator", account_id: accountId, reason: "Заявление человека" },
		]);
		const payments = site.db.selectFrom("purchases").select("state").where("account_id", "=", accountId);
		expect(await payments.execute()).toEqual([{ state: "paid" }, { state: "paid" }]);
		// Nobody waits for the minute after which the job takes over from a server that has died.
		await site.db.updateTable("jobs").set({ due_at: 0 }).where("kind", "=", "erase-account").execute();
		const words = site.db.selectFrom("prompts").select("id").where("account_id", "=", accountId);
		await expect.poll(() => words.execute()).toEqual([]);
		// Once more there is nobody.
		expect((await administrator.fetch(page)).status).toBe(404);
		expect((await administrator.post(page, whole)).status).toBe(404);
	});

	test("with time left that only a transfer refunds, the deletion says so and asks for the same tick", async () => {
		const vera = await enrol("vera");
		const buy = async (planKey: string) => {
			const paymentId = randomUUID();
			await vera.post("/payment", { intent: "pay", planKey, paymentId, receiptEmail: "buh@pochta.ru" });
			await vera.post("/payment/sandbox", { paymentId, outcome: "pay" });
			await vera.fetch(`/payment/success?payment=${paymentId}`);
			return paymentId;
		};
		await buy("plus-month");
		const paymentId = await buy("pro-month");
		await vera.post("/payment", { intent: "refund", paymentId, refundId: randomUUID() });
		const page = `${await cardOf(vera)}&do=delete`;
		expect(await textOf(administrator.fetch(page))).toContain("за которое деньги возвращают вручную");
		const typed = { ...proof(), reason: "Заявление человека", email: vera.email };
		const undecided = await administrator.post(page, typed);
		expect([undecided.status, await textOf(Promise.resolve(undecided))]).toEqual([
			400,
			expect.stringContaining("Верните деньги или отметьте"),
		]);
		expect((await administrator.post(page, { ...typed, noRefund: "on" })).status).toBe(303);
	});

	test("is not theirs who may not: one's own account, an owner's, and for support nobody's", async () => {
		const [owner, support, carl] = [
			await enrol("owner", "owner"),
			await enrol("support", "support"),
			await enrol("carl"),
		];
		for (const act of ["export-data", "delete"]) {
			expect((await administrator.fetch(`${await cardOf(administrator)}&do=${act}`)).status).toBe(404);
			const sent = { ...proof(), reason: "Просто так", email: owner.email };
			expect((await administrator.post(`${await cardOf(owner)}&do=${act}`, sent)).status).toBe(422);
			const page = `${await cardOf(carl)}&do=${act}`;
			const whole = { currentPassword: support.password, reason: "Просто так", email: carl.email };
			expect((await support.post(page, whole)).status).toBe(404);
			expect(await mainOf(support.fetch(await cardOf(carl)))).not.toContain(act);
		}
		expect((await owner.fetch("/chat")).status).toBe(200);
	});
});
