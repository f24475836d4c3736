import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import type { Role } from "../../../app/platform/http/context.server.ts";
import { usedOf } from "../../billing/promo-codes/promo-code.ts";
import { countAsAtOnce } from "../../support/database/throttles-at-once.ts";
import type { Person } from "../../support/person.ts";
import { mainOf, textOf } from "../main-of.ts";
import { type AdminSite, eachSite, enrol as enrolAt } from "./enrol.ts";

eachSite((start) => {
	let site: AdminSite;
	beforeAll(async () => {
		// A model there is nobody behind: it is named, so there is something to sell.
		site = await start({ MODEL_BASE_URL: "http://127.0.0.1:9", MODELS: "test-model" });
	});

	const enrol = (name: string, role?: Role) => enrolAt(site, name, role);

	const journal = () => site.db.selectFrom("staff_events").selectAll().orderBy("number").execute();

	/** A form with a field that has several values. */
	const send = (person: Person, path: string, fields: [string, string][]) =>
		person.fetch(path, {
			method: "POST",
			body: new URLSearchParams(fields),
			headers: { Origin: person.url },
		});

	const PLANS: [string, string][] = ["plus-month", "plus-year", "pro-month", "pro-year"].map((key) => [
		"plans",
		key,
	]);

	const form = (more: Record<string, string>, plans = PLANS): [string, string][] => [
		...Object.entries({ promoCode: "ШКОЛА20", kind: "percent", value: "20", scope: "any", ...more }),
		...plans,
	];

	/** Makes a code on its screen. */
	async function make(owner: Person, more: Record<string, string>, plans = PLANS): Promise<void> {
		const fields = form({ ...more, currentPassword: owner.password }, plans);
		expect((await send(owner, "/admin/codes?do=new", fields)).status).toBe(303);
	}

	const pay = (person: Person, more: Record<string, string>, planKey = "plus-month") =>
		person.post(`/payment?plan=${planKey}`, {
			intent: "pay",
			paymentId: randomUUID(),
			planKey,
			receiptEmail: "buh@pochta.ru",
			...more,
		});

	describe("promo codes", () => {
		test("one is made, used in the checkout, seen with its order, and switched off, without script", async () => {
			const owner = await enrol("owner", "owner");
			const anna = await enrol("anna");
			expect(await textOf(owner.fetch("/admin/codes"))).toContain("Промокодов ещё нет");
			const page = await mainOf(owner.fetch("/admin/codes?do=new"));
			for (const [, key] of PLANS) expect(page).toContain(`value="${key}"`);
			// A stolen cookie alone makes nothing.
			expect((await send(owner, "/admin/codes?do=new", form({}))).status).toBe(400);
			const before = (await journal()).length;
			const made = await send(
				owner,
				"/admin/codes?do=new",
				form({ promoCode: " школа20 ", uses: "1", currentPassword: owner.password }),
			);
			const card = `/admin/codes?code=${encodeURIComponent("ШКОЛА20")}`;
			expect([made.status, made.headers.get("Location")]).toEqual([303, card]);
			expect(await textOf(owner.fetch(card))).toMatch(/Промокод создан.*ШКОЛА20.*Действует.*390 ₽ 312 ₽/);
			// Once more is the same code, another one of this name is refused.
			expect((await send(owner, "/admin/codes?do=new", form({ uses: "1" }))).status).toBe(303);
			const other = await send(owner, "/admin/codes?do=new", form({ value: "30" }));
			expect([other.status, (await textOf(other)).includes("Такой промокод уже есть")]).toEqual([422, true]);

			const applied = await pay(anna, { promoAct: "apply", promo: "Школа20", renew: "" });
			expect(applied.status).toBe(200);
			const html = await mainOf(applied);
			expect(html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ")).toMatch(
				/Цена 390 ₽ Промокод ШКОЛА20 Убрать −78 ₽ .*К оплате 312 ₽.*Оплатить 312 ₽/,
			);
			expect(html).toMatch(/name="receiptEmail"[^>]*value="buh@pochta\.ru"/);
			expect(html).toContain('name="promoSum" value="31200"');
			expect(await usedOf(site.db)).toBe(0);
			const promo = { promo: "ШКОЛА20", promoSum: "31200" };
			const paymentId = randomUUID();
			const begun = await pay(anna, { ...promo, paymentId });
			expect(begun.headers.get("Location")).toContain("/payment/sandbox");
			expect(await textOf(anna.fetch(`/payment/sandbox?payment=${paymentId}`))).toContain("312 ₽");
			// Sent twice it is one order.
			expect((await pay(anna, { ...promo, paymentId })).headers.get("Location")).toBe(
				begun.headers.get("Location"),
			);
			// The order is there: another one with the code leads to it.
			const second = await pay(anna, promo);
			expect(second.status).toBe(400);
			expect(await mainOf(second)).toContain(`/payment?show=${paymentId}`);
			await anna.post("/payment/sandbox", { paymentId, outcome: "pay" });
			expect(await textOf(anna.fetch(`/payment/success?payment=${paymentId}`))).toContain("312 ₽");
			expect(await textOf(anna.fetch(`/payment?show=${paymentId}`))).toMatch(
				/30 дней, промокод ШКОЛА20.*312,00 ₽/,
			);

			expect(await textOf(owner.fetch("/admin/codes?q=шко"))).toMatch(/ШКОЛА20 −20 % все без срока 1 из 1/);
			expect(await textOf(owner.fetch("/admin/codes?q=zzz"))).toContain("Ничего не нашлось");
			expect(await textOf(owner.fetch(card))).toMatch(/Исчерпан.*Оплачено 312,00 ₽/);
			expect((await owner.post(`${card}&do=off`, { reason: "" })).status).toBe(400);
			expect((await owner.post(`${card}&do=off`, { reason: "Хватит" })).status).toBe(303);
			expect((await owner.post(`${card}&do=off`, { reason: "Хватит" })).status).toBe(303);
			expect(await textOf(owner.fetch(card))).toMatch(/ничего не изменилось.*Выключен/);
			const entries = (await journal()).slice(before);
			expect(entries.map(({ act, after, reason }) => [act, after, reason])).toEqual([
				["promo-code-made", expect.stringMatching(/^ШКОЛА20: −20\s%$/), null],
				["promo-code-off", "ШКОЛА20", "Хватит"],
			]);
			// Who only looks is offered nothing to press.
			const accountant = await enrol("accountant", "accountant");
			const seen = await mainOf(accountant.fetch(card));
			expect(seen).not.toContain("do=off");
			expect(await mainOf(accountant.fetch("/admin/codes"))).not.toContain("do=new");
		});

		test("a form comes back with what is wrong, and with what was typed", async () => {
			const owner = await enrol("owner", "owner");
			const wrong: [Record<string, string>, string][] = [
				[{ promoCode: "a b" }, "от 4 до 24 знаков"],
				[{ promoCode: "<b>шк</b>" }, "от 4 до 24 знаков"],
				[{ value: "0" }, "Целое число от 1 до 99"],
				[{ value: "100" }, "Целое число от 1 до 99"],
				[{ value: "1e1" }, "Целое число от 1 до 99"],
				[{ kind: "sum", value: "390" }, "хотя бы рубль"],
				[{ kind: "sum", value: "-5" }, "Введите число"],
				[{ kind: "days", value: "367" }, "Целое число от 1 до 366"],
				[{ kind: "tsar" }, "Выберите, что он даёт"],
				[{ from: "2027-02-31" }, "Такого дня нет"],
				[{ from: "2027-12-01", to: "2027-11-30" }, "Конец раньше начала"],
				[{ to: "2020-01-01" }, "Этот день уже прошёл"],
				[{ uses: "0" }, "Целое число от 1 до 1 000 000"],
			];
			for (const [fields, words] of wrong) {
				const refused = await send(owner, "/admin/codes?do=new", form({ value: "20", ...fields }));
				const html = await mainOf(refused);
				expect([fields, refused.status, html.replaceAll("\u00a0", " ").includes(words)]).toEqual([
					fields,
					400,
					true,
				]);
				const typed = Object.values(fields).at(-1) ?? "";
				if (typed !== "tsar")
					expect(html).toContain(`value="${typed.replace(/</g, "&lt;").replace(/>/g, "&gt;")}"`);
			}
			const without = await send(owner, "/admin/codes?do=new", form({}, []));
			expect(without.status).toBe(400);
			// A choice among several is marked on each of them, for a screen reader and for the focus.
			const odd = await send(owner, "/admin/codes?do=new", form({ kind: "tsar" }));
			const groups = [
				[await mainOf(without), "plans", "kind"],
				[await mainOf(odd), "kind", "plans"],
			] as const;
			for (const [html, wrongGroup, fineGroup] of groups) {
				const inputs = [...html.matchAll(/<input [^>]*>/g)].map(([input]) => input);
				const marks = (name: string) =>
					new Set(
						inputs
							.filter((input) => input.includes(`name="${name}"`))
							.map((input) => input.includes('aria-invalid="true"')),
					);
				expect([wrongGroup, marks(wrongGroup)]).toEqual([wrongGroup, new Set([true])]);
				expect([fineGroup, marks(fineGroup)]).toEqual([fineGroup, new Set([false])]);
			}
			expect(
				await site.db.selectFrom("promo_codes").select("code").where("code", "<>", "ШКОЛА20").execute(),
			).toEqual([]);
			// Without a name it gets one.
			await make(owner, { promoCode: "" });
			const { code } = await site.db
				.selectFrom("promo_codes")
				.select("code")
				.where("code", "<>", "ШКОЛА20")
				.executeTakeFirstOrThrow();
			expect(code).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/);
			await site.db.deleteFrom("promo_codes").where("code", "=", code).execute();
			// That of its page, so that a second press makes no second code.
			const page = await mainOf(owner.fetch("/admin/codes?do=new"));
			const [, invented = ""] = /name="invented" value="([^"]+)"/.exec(page) ?? [];
			await make(owner, { promoCode: "", invented });
			await make(owner, { promoCode: " ", invented });
			expect(
				await site.db.selectFrom("promo_codes").select("code").where("code", "<>", "ШКОЛА20").execute(),
			).toEqual([{ code: invented }]);
			await site.db.deleteFrom("promo_codes").where("code", "=", invented).execute();
		});

		test("the checkout tells why a code does not fit, asks for the sum to be read, and loses nothing", async () => {
			const owner = await enrol("owner", "owner");
			const vera = await enrol("vera");
			await make(owner, { promoCode: "ТОЛЬКО-ПРО" }, [["plans", "pro-month"]]);
			await make(owner, { promoCode: "СКИДКА", kind: "sum", value: "90,50" });
			await make(owner, { promoCode: "СПАСИБО", kind: "days", value: "14" });
			const refused = await pay(vera, { promo: "нет <такого>" });
			expect(refused.status).toBe(400);
			const html = await mainOf(refused);
			expect(html.replace(/\s+/g, " ")).toContain("Такого промокода нет");
			expect(html).toContain('value="нет &lt;такого&gt;"');
			expect(html).toContain('value="buh@pochta.ru"');
			expect(await textOf(pay(vera, { promoAct: "apply", promo: "только-про" }))).toContain(
				"Промокод действует для других тарифов: «Про», 30 дней",
			);
			expect(await textOf(pay(vera, { promoAct: "apply", promo: " " }))).toContain("Впишите промокод");
			// Typed and not applied: the sum is shown first.
			const unread = await pay(vera, { promo: "скидка" });
			expect(unread.status).toBe(400);
			expect(await textOf(unread)).toMatch(/Сумма с промокодом — ниже.*299,50 ₽/);
			for (const promoSum of ["1", "39000", "29950.0"])
				expect((await pay(vera, { promo: "СКИДКА", promoSum })).status).toBe(400);
			const removed = await pay(vera, { promoAct: "remove", promo: "СКИДКА", promoSum: "29950" });
			expect([removed.status, (await textOf(removed)).includes("Оплатить 390 ₽")]).toEqual([200, true]);
			expect(
				await site.db.selectFrom("purchases").select("id").where("promo_code", "=", "СКИДКА").execute(),
			).toEqual([]);
			// The other period keeps what was typed: the code, that it does not fit, and the e-mail.
			const year = (promo: string) =>
				vera.post("/payment?plan=pro-year", {
					...{ intent: "pay", promoAct: "period", paymentId: randomUUID(), planKey: "plus-month" },
					...{ receiptEmail: "buh@pochta.ru", promo },
				});
			const kept = await year("скидка");
			const keptHtml = await mainOf(kept);
			expect([kept.status, keptHtml]).toEqual([200, expect.stringContaining('name="promo" value="СКИДКА"')]);
			expect(keptHtml).toContain('value="buh@pochta.ru"');
			expect(keptHtml).toContain('name="planKey" value="pro-year"');
			const unfit = await year("только-про");
			expect([unfit.status, await mainOf(unfit)]).toEqual([
				400,
				expect.stringContaining('value="только-про"'),
			]);
			expect((await year("")).status).toBe(200);
			// Buttons bear their values in their names, which a text browser does not show; it sends them to the form's address.
			expect(keptHtml).toMatch(/<button[^>]*name="promoAct=period:pro-month"/);
			expect(keptHtml).toMatch(/<button[^>]*name="promoAct=remove"/);
			expect(keptHtml).not.toMatch(/<button[^>]* value=/);
			const led = await pay(vera, { "promoAct=period:plus-year": "BUTTON", promo: "СКИДКА" });
			expect([led.status, led.headers.get("Location")]).toEqual([
				303,
				`/payment?${new URLSearchParams({ plan: "plus-year", promo: "СКИДКА" })}`,
			]);
			const applied = await pay(vera, { "promoAct=apply": "BUTTON", promo: "скидка" });
			expect([applied.status, (await textOf(applied)).includes("299,50 ₽")]).toEqual([200, true]);
			// By a link.
			expect(
				await textOf(vera.fetch("/payment?plan=plus-month&promo=%D0%A1%D0%9F%D0%90%D0%A1%D0%98%D0%91%D0%9E")),
			).toMatch(/Промокод СПАСИБО Убрать \+14 дней/);
		});

		test("codes cannot be tried out: after ten wrong ones there is a pause, and a right one is still taken later", async () => {
			const boris = await enrol("boris");
			const began = Date.now();
			const statuses: number[] = [];
			for (let i = 0; i < 12; i++) {
				if (i === 10) await countAsAtOnce(site.db, began);
				statuses.push((await pay(boris, { promoAct: "apply", promo: `КОД-${1000 + i}` })).status);
			}
			expect(statuses).toEqual([...Array(10).fill(400), 429, 429]);
			const answer = await pay(boris, { promo: "КОД-9999" });
			expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
			expect(await textOf(answer)).toMatch(/Слишком много попыток\. Попробуйте через \d+ мин\./);
			// The plan itself can be paid.
			expect((await pay(boris, {})).status).toBe(303);
		});
	});
});
