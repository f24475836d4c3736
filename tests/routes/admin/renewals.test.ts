import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import type { Role } from "../../../app/platform/http/context.server.ts";
import type { Person } from "../../support/person.ts";
import { mainOf, textOf } from "../main-of.ts";
import { type AdminSite, eachSite, enrol as enrolAt, idOf } from "./enrol.ts";

eachSite((start) => {
	let site: AdminSite;
	beforeAll(async () => {
		// A model there is nobody behind: it is named, so there is something to sell.
		const env = { MODEL_BASE_URL: "http://127.0.0.1:9", MODELS: "test-model", YOOKASSA_RENEWAL: "1" };
		site = await start(env);
	});

	const enrol = (name: string, role?: Role) => enrolAt(site, name, role);

	/** Buys «Плюс» in the sandbox, and agrees that it renews itself. @returns the address of the renewal for staff */
	async function subscribe(person: Person): Promise<string> {
		const paymentId = randomUUID();
		const order = { intent: "pay", planKey: "plus-month", paymentId, receiptEmail: "buh@pochta.ru" };
		const started = await person.post("/payment", { ...order, renew: "on", renewTerms: "39000/30" });
		expect(started.status).toBe(303);
		await person.post("/payment/sandbox", { paymentId, outcome: "pay", save: "yes", later: "pay" });
		await person.fetch(`/payment/success?payment=${paymentId}`);
		return `/admin/renewals?account=${await idOf(site, person)}`;
	}

	const journal = () => site.db.selectFrom("staff_events").selectAll().orderBy("number").execute();

	describe("the staff's screen of renewals", () => {
		test("lists them, leads to the person, and turns one off with a reason and a proof, without script", async () => {
			const support = await enrol("support", "support");
			const anna = await enrol("anna");
			expect(await textOf(support.fetch("/admin/renewals"))).toContain("Автопродлений нет");
			const card = await subscribe(anna);
			const list = await mainOf(support.fetch("/admin/renewals"));
			expect(list).toContain(`href="${card}"`);
			expect(list).toContain(`href="/admin/people?account=${await idOf(site, anna)}"`);
			expect(await textOf(support.fetch("/admin/renewals"))).toMatch(
				/Плюс Тестовая карта уйдёт .*Ждёт дня 390,00 ₽ Итог по фильтру: 1 автопродление, к списанию 390,00 ₽/,
			);
			const letter = anna.email.slice(0, 8);
			expect(await textOf(support.fetch(`/admin/renewals?q=${letter}&state=waits`))).toContain("Ждёт дня");
			expect(await textOf(support.fetch("/admin/renewals?state=off"))).toContain("Ничего не нашлось");
			expect(await textOf(support.fetch(card))).toMatch(/«Плюс», 390,00 ₽ каждые 30 дней/);
			const person = `/admin/people?account=${await idOf(site, anna)}`;
			expect(await textOf(support.fetch(person))).toMatch(
				/Автопродление Состояние Ждёт дня.*Карта Тестовая карта.*Выключить автопродление/,
			);

			const stop = `${card}&do=stop`;
			expect(await mainOf(support.fetch(person))).toContain(`href="${stop.replace("&", "&amp;")}"`);
			expect(await textOf(support.fetch(stop))).toContain("Включить автопродление снова может только сам");
			const proof = { currentPassword: support.password };
			expect((await support.post(stop, proof)).status).toBe(400);
			// A stolen cookie alone turns nothing off.
			const unproved = await support.post(stop, { reason: "Просит <по телефону>" });
			expect([unproved.status, await mainOf(unproved)]).toEqual([
				400,
				expect.stringContaining("Просит &lt;по телефону&gt;"),
			]);
			const done = await support.post(stop, { ...proof, reason: "Просит по телефону" });
			expect([done.status, done.headers.get("Location")]).toEqual([303, card]);
			const after = await textOf(support.fetch(card));
			expect(after).toMatch(/Автопродление выключено, письмо.*Выключено .*Почему команда: su…@example\.ru/);
			expect(after).not.toContain("Предупреждение");
			// Sent again it changes nothing and is no second entry.
			expect((await support.post(stop, { reason: "Ещё раз" })).status).toBe(303);
			expect(await textOf(support.fetch(card))).toContain("ничего не изменилось");
			expect((await journal()).filter(({ act }) => act === "renewal-off")).toMatchObject([
				{
					...{ actor_role: "support", account_id: await idOf(site, anna), reason: "Просит по телефону" },
					...{ before: "«Плюс»", after: "выключено" },
				},
			]);
			expect(await textOf(support.fetch(person))).toMatch(/Выключено .*команда: su…@example\.ru/);
			// The person reads who it was, on the screen and in a letter; the card stays theirs.
			expect(await textOf(anna.fetch("/payment"))).toMatch(
				/Выключено .*Его выключила команда сервиса\. Карта сохранена/,
			);
			const letters = site.db.selectFrom("letters").select("recipient").where("kind", "=", "renewal-off");
			expect(await letters.execute()).toEqual([{ recipient: anna.email }]);
		});

		test("shows what needs a look: charges without an answer, late e-mails, refusals, who has turned one off", async () => {
			const owner = await enrol("owner", "owner");
			const boris = await enrol("boris");
			const card = await subscribe(boris);
			const account = await idOf(site, boris);
			const become = (set: Record<string, unknown>) =>
				site.db.updateTable("renewals").set(set).where("account_id", "=", account).execute();
			await become({ state: "charging", attempt: 1, changed_at: Date.now() - 2 * 3_600_000 });
			expect(await textOf(owner.fetch("/admin/renewals"))).toMatch(
				/1 списание без ответа банка дольше часа.*Показать/,
			);
			expect(await textOf(owner.fetch("/admin/renewals?state=stuck"))).toContain("Банк не отвечает");
			expect(await textOf(owner.fetch(`${card}&do=stop`))).toContain("уже отправлено в банк");
			await become({ state: "retrying", attempt: 2, reason: "insufficient_funds", next_at: Date.now() });
			expect(await textOf(owner.fetch("/admin/renewals"))).toMatch(/Повтор 2 из 3 не хватило денег/);
			// A yearly plan's day: without its year it would be told as one of these weeks.
			const yearAhead = Date.now() + 366 * 86_400_000;
			await become({ state: "on", attempt: 0, reason: null, paid_until: yearAhead, next_at: yearAhead });
			expect(await textOf(owner.fetch("/admin/renewals"))).toMatch(
				/\d+ [а-я]+ \d{4} boris\S+ Плюс Тестовая карта уйдёт \d+ [а-я]+ \d{4} Ждёт дня/,
			);
			await become({ paid_until: Date.now() + 30 * 86_400_000, charge_at: Date.now() + 90 * 86_400_000 });
			expect(await textOf(owner.fetch("/admin/renewals"))).toMatch(
				/1 списание отложено\. Письма-предупреждения не ушли.*Очередь писем.*Отложено/,
			);
			await boris.post("/payment", { intent: "stop-renewal" });
			expect(await textOf(owner.fetch("/admin/renewals?state=off"))).toMatch(
				/Выключено выключил сам человек/,
			);
			// One's own is one's own: an owner's is no support's.
			const support = await enrol("second", "support");
			const theirs = await subscribe(owner);
			const refused = await support.post(`${theirs}&do=stop`, {
				reason: "Так",
				currentPassword: support.password,
			});
			expect(refused.status).toBe(422);
		});

		test("is a file without e-mails, and the journal knows who has it", async () => {
			const accountant = await enrol("accountant", "accountant");
			const vera = await enrol("vera");
			await subscribe(vera);
			const list = await mainOf(accountant.fetch("/admin/renewals"));
			expect(list).not.toContain(vera.email);
			expect(list).not.toContain("/admin/people");
			expect(list).toContain("format=csv");
			const file = await accountant.fetch("/admin/renewals?state=waits&format=csv");
			expect(file.headers.get("Content-Type")).toContain("text/csv");
			const text = await file.text();
			expect(text).toMatch(/^\ufeff?Списание;Номер человека;Тариф/);
			expect(text).toContain(await idOf(site, vera));
			expect(text).not.toContain("@");
			expect((await journal()).at(-1)).toMatchObject({ act: "renewals-exported", actor_role: "accountant" });
			expect(
				await mainOf(accountant.fetch(`/admin/renewals?account=${await idOf(site, vera)}`)),
			).not.toContain("do=stop");
		});
	});
});
