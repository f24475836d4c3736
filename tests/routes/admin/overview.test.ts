import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { type Db, openDatabase } from "../../../app/platform/db/connection.server.ts";
import { makeCode } from "../../billing/promo-codes/promo-code.ts";
import { agreed } from "../../billing/renewals/agreed.ts";
import type { Person } from "../../support/person.ts";
import { mainOf, textOf } from "../main-of.ts";
import { type AdminSite, eachSite, enrol, idOf } from "./enrol.ts";
import { screenOf } from "./overview/screen-of.ts";

/** The database without a table, as one is that lacks it or cannot read it. */
async function without(db: Db, table: string, act: () => Promise<void>): Promise<void> {
	await sql`alter table ${sql.table(table)} rename to taken_away`.execute(db);
	try {
		await act();
	} finally {
		await sql`alter table taken_away rename to ${sql.table(table)}`.execute(db);
	}
}

eachSite((start, { database }) => {
	describe("the overview", () => {
		let site: AdminSite;
		let owner: Person;
		beforeAll(async () => {
			site = await start();
			owner = await enrol(site, "owner", "owner");
		});
		const counted = () => site.db.selectFrom("stat_days").select("metric").executeTakeFirst();
		/** How often the log says that a part could not be read. */
		const failures = (part: string) =>
			site.instance
				.logs()
				.split("\n")
				.filter((line) => line.includes("Непредвиденная ошибка") && line.includes(part)).length;

		test("begins without figures, with what is left to do, and says when the first come", async () => {
			await expect.poll(counted).toBeDefined();
			const kept = await site.db.selectFrom("stat_days").selectAll().execute();
			await site.db.deleteFrom("stat_days").execute();
			const page = await textOf(screenOf(site, owner));
			expect(page).toMatch(/Обзор Пробный режим .*Ещё не посчитано: первые числа появятся через минуту/);
			expect(page).toMatch(
				/Сервис виден только с этой машины\. До открытия людям осталось \d шаг\S* из 8\. Продолжить настройку/,
			);
			expect(page).not.toContain("Регистрации");
			expect(page).toMatch(
				/Отсутствуют данные Числа и график появятся после первого ответа модели\. Подключить модель/,
			);
			await site.db
				.insertInto("stat_days")
				.values(kept)
				.onConflict((oc) => oc.doNothing())
				.execute();
			expect(await textOf(screenOf(site, owner, "/admin?days=7"))).toMatch(/Посчитано .*Регистрации \d/);
			// Who has no right to connect a model or to set the service up is not led there.
			const accountant = await enrol(site, "accountant", "accountant");
			const theirs = await textOf(screenOf(site, accountant));
			expect(theirs).toContain("Отсутствуют данные");
			expect(theirs).not.toMatch(/Подключить модель|Продолжить настройку/);
		});

		test.each([
			["figures", "stat_days", "Числа и графики за период", ["Пишется сейчас 0", "Прямо сейчас"]],
			["needs", "watched", "Требует действия", ["Регистрации", "Прямо сейчас"]],
			["present", "letters", "Прямо сейчас", ["Регистрации", "Сбои по причинам"]],
		])(
			"shows the rest where %s cannot be read, with a way to try again, and logs it once",
			async (part, table, title, rest) => {
				await expect.poll(counted).toBeDefined();
				let before = 0;
				const reader = {
					fetch(path: string) {
						before = failures(part);
						return owner.fetch(path);
					},
				};
				await without(site.db, table, async () => {
					const answer = await screenOf(site, reader, "/admin?days=7");
					expect(answer.status).toBe(200);
					const page = await mainOf(answer);
					const words = page.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
					expect(words).toMatch(
						new RegExp(
							`${title} Не удалось посчитать\\. База ответила ошибкой.*Остальное на странице верно\\. Повторить`,
						),
					);
					expect(page).toContain(`aria-label="Повторить: ${title}"`);
					expect(page).toMatch(/href="\/admin\?days=7" class="btn"><span>Повторить/);
					for (const other of rest) expect(words).toContain(other);
					expect(words.match(/Не удалось посчитать/g)).toHaveLength(1);
					expect(page).not.toMatch(/taken_away|no such table|does not exist/);
				});
				await expect.poll(() => failures(part)).toBe(before + 1);
				expect(await textOf(screenOf(site, owner, "/admin?days=7"))).not.toContain("Не удалось посчитать");
			},
		);

		test("leads to a journal that was changed, and to renewals that wait for an e-mail", async () => {
			expect(await textOf(screenOf(site, owner))).not.toContain("Требует действия");
			await makeCode(site.db);
			const anna = await enrol(site, "anna");
			await agreed(site.db, await idOf(site, anna));
			const late = { charge_at: Date.now() + 90 * 86_400_000 };
			await site.db.updateTable("renewals").set(late).execute();
			const { number } = await site.db.selectFrom("staff_events").select("number").executeTakeFirstOrThrow();
			await site.db
				.updateTable("staff_events")
				.set({ after: "другое" })
				.where("number", "=", number)
				.execute();
			const certificate = {
				subject: "certificate:models.example.ru",
				name: "models.example.ru",
				state: "down",
				since: 1,
				failures: 1,
				failing_since: 1,
				problem: "сертификат действует ещё 9 дн.",
				checked_at: 1,
			} as const;
			await site.db.insertInto("watched").values(certificate).execute();
			const page = await mainOf(screenOf(site, owner));
			expect(page).toMatch(/models\.example\.ru: сертификат скоро кончится.*действует ещё 9 дн\./s);
			expect(await textOf(owner.fetch("/admin/state"))).toMatch(
				/Сертификат models\.example\.ru .*действует ещё 9 дн\. Скоро кончится/,
			);
			expect(page).toContain(`Цепочка журнала нарушена у записи ${number}`);
			expect(page).toContain('href="/admin/journal"');
			expect(page).toContain("Автопродления отложены: 1");
			expect(page).toContain('href="/admin/renewals?state=postponed"');
			// What needs an act of others is not theirs to see.
			const accountant = await enrol(site, "second", "accountant");
			expect(await textOf(screenOf(site, accountant))).not.toMatch(/Требует действия|Цепочка/);
			await site.db.deleteFrom("staff_events").execute();
			await site.db.deleteFrom("staff_chain").execute();
			await site.db.deleteFrom("renewals").execute();
			await site.db.deleteFrom("watched").execute();
		});

		test("counts the receipts that nobody was sent, and leads to where each is named", async () => {
			const now = Date.now();
			await site.db
				.insertInto("purchases")
				.values({
					id: "without-receipt",
					account_id: await idOf(site, await enrol(site, "payer")),
					plan_key: "plus-month",
					plan: "{}",
					amount: 39_000,
					receipt_email: "payer@example.ru",
					gateway: "yookassa",
					state: "paid",
					receipt_state: "canceled",
					created_at: now,
					ended_at: now,
				})
				.execute();
			const page = await mainOf(screenOf(site, owner));
			expect(page).toContain("Чеки не отправлены: 1");
			expect(page).toContain('aria-label="Состояние: Чеки не отправлены: 1"');
			expect(await textOf(owner.fetch("/admin/state"))).toContain(
				"Чек платежа without-receipt не отправлен: касса его не оформила",
			);
			await site.db.deleteFrom("purchases").execute();
			expect(await textOf(screenOf(site, owner))).not.toContain("Чеки не отправлены");
		});

		test("shows a payment that the gateway has told nothing of for as long as it has no end", async () => {
			const settled = { state: "expired" as const, ended_at: Date.now() };
			await site.db
				.insertInto("purchases")
				.values({
					id: "without-end",
					account_id: await idOf(site, await enrol(site, "waiting")),
					plan_key: "plus-month",
					plan: "{}",
					amount: 39_000,
					receipt_email: "waiting@example.ru",
					gateway: "yookassa",
					state: "waiting",
					created_at: Date.now() - 40 * 86_400_000,
				})
				.execute();
			const page = await mainOf(screenOf(site, owner));
			expect(page).toContain("Платежи без конца: 1");
			expect(page).toContain('aria-label="Состояние: Платежи без конца: 1"');
			expect(await textOf(owner.fetch("/admin/state"))).toContain(
				"Платёж without-end (yookassa) без конца: waiting",
			);
			await site.db.updateTable("purchases").set(settled).where("id", "=", "without-end").execute();
			expect(await textOf(screenOf(site, owner))).not.toContain("Платежи без конца");
			await site.db.deleteFrom("purchases").execute();
		});

		test("has a dash for each figure that could not be read", async () => {
			await without(site.db, "stat_days", async () => {
				const page = await textOf(screenOf(site, owner));
				for (const name of ["Регистрации", "Активные люди", "Сообщения", "Поступило", "Стали платить"])
					expect(page).toContain(`${name} — не посчитано`);
				const support = await enrol(site, "support", "support");
				expect(await textOf(screenOf(site, support))).not.toContain("Поступило");
			});
			await without(site.db, "letters", async () => {
				expect(await textOf(screenOf(site, owner))).toContain("Пишется сейчас — не посчитано");
			});
		});

		// On SQLite nobody waits for a lock of a reader.
		test.runIf(database === "PostgreSQL")("waits for no part longer than three seconds", async () => {
			const before = failures("figures");
			const other = await openDatabase(site.instance.databaseUrl);
			await other.transaction().execute(async (trx) => {
				await sql`lock table stat_days in access exclusive mode`.execute(trx);
				const page = await textOf(owner.fetch("/admin"));
				expect(page).toContain("База не ответила за 3 секунды. Остальное на странице верно. Повторить");
				expect(page).toContain("Пишется сейчас 0");
			});
			await other.destroy();
			expect(failures("figures")).toBe(before + 1);
		});
	});
});
