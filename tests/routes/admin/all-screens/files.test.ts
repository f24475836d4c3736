import { beforeAll, describe, expect, test } from "vitest";
import { orderBill } from "../../../billing/bills/bill.ts";
import { makeCode } from "../../../billing/promo-codes/promo-code.ts";
import { emptyPostgres } from "../../../support/database/empty-postgres.ts";
import type { Person } from "../../../support/person.ts";
import { type AdminSite, enrol, idOf, setUpAdminSites } from "../enrol.ts";

const { start } = setUpAdminSites();

describe.each(["SQLite", "PostgreSQL"])("lists as files on %s", (kind) => {
	let site: AdminSite;
	let owner: Person;
	beforeAll(async () => {
		const database = kind === "PostgreSQL" ? await emptyPostgres() : null;
		site = await start(database ? { DATABASE_URL: database.url } : {});
		owner = await enrol(site, "owner", "owner");
	});
	const linesOf = async (path: string) => {
		const file = await owner.fetch(path);
		expect(file.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
		const [head = "", ...lines] = (await file.text()).trim().split("\r\n");
		return { head, lines };
	};
	const lastAct = () =>
		site.db
			.selectFrom("staff_events")
			.select(["act", "actor_role"])
			.orderBy("number", "desc")
			.executeTakeFirstOrThrow();

	test("people are all in it, more than a page of the file, by their ids; and those of the search", async () => {
		const rows = Array.from({ length: 1_100 }, (_, i) => ({
			...{ id: `account-${i}`, email: `=many${i}@example.ru`, name: "=1+1", state: "active" as const },
			created_at: 1_000 + i,
		}));
		for (let i = 0; i < rows.length; i += 100)
			await site.db
				.insertInto("accounts")
				.values(rows.slice(i, i + 100))
				.execute();
		const { head, lines } = await linesOf("/admin/people?format=csv");
		expect(head).toBe(
			"Номер;Тариф;Оплачен до;Израсходовано;Лимит;Состояние;Роль;Зарегистрирован;Последний раз",
		);
		const ids = lines.map((line) => line.split(";")[0]);
		expect(new Set(ids).size).toBe(ids.length);
		expect(ids.toSorted()).toEqual([...rows.map(({ id }) => id), await idOf(site, owner)].toSorted());
		expect(lines.join()).not.toMatch(/@|1\+1/);
		expect(await lastAct()).toEqual({ act: "people-exported", actor_role: "owner" });
		expect((await linesOf(`/admin/people?format=csv&q=${owner.email}`)).lines).toEqual([
			expect.stringMatching(/^[\w-]{36};.*;Открыт;Владелец;/),
		]);
	});

	test("promo codes and bills are in theirs, and a formula of a stranger is none", async () => {
		await makeCode(site.db);
		const codes = await linesOf("/admin/codes?format=csv");
		expect(codes.lines).toEqual([expect.stringMatching(/^ШКОЛА20;.*;Действует$/)]);
		expect(await lastAct()).toMatchObject({ act: "promo-codes-exported" });
		await orderBill(site.db, await idOf(site, owner), Date.now());
		await site.db.updateTable("bills").set({ organisation: '=HYPERLINK("x")' }).execute();
		const bills = await linesOf("/admin/bills?format=csv");
		expect(bills.lines).toEqual([expect.stringContaining(`;"'=HYPERLINK(""x"")";`)]);
		expect(await lastAct()).toMatchObject({ act: "bills-exported" });
		// A card is no list, and its address gives no file.
		expect((await owner.fetch("/admin/bills?bill=1&format=csv")).headers.get("Content-Type")).toContain(
			"html",
		);
	});

	test("letters of news are in theirs, more than a page, with what became of each; a formula is none, a text is none of it", async () => {
		const news = (i: number) => ({
			...{ id: `news-${i}`, state: "sent" as const, subject: `=${i}+1`, body: "секретные слова", is_ad: 0 },
			...{ button: null, link: null, revision: 1, created_at: 1_000 + i, started_at: 2_000, ended_at: 3_000 },
			...{ queued: 7, sent: 4, refused: 1, failed: 2, withdrawn: 0 },
		});
		const rows = Array.from({ length: 620 }, (_, i) => news(i));
		for (let i = 0; i < rows.length; i += 100)
			await site.db
				.insertInto("newsletters")
				.values(rows.slice(i, i + 100))
				.execute();
		const { head, lines } = await linesOf("/admin/news?format=csv");
		expect(head).toBe(
			"Тема;Создано;Начато;Окончено;Состояние;Записано в очередь;Отправлено;Не приняла почта получателя;Не ушло;Отозвано",
		);
		expect(lines).toHaveLength(rows.length);
		expect(new Set(lines).size).toBe(rows.length);
		expect(lines[0]).toMatch(/^'=619\+1;.*;Отправлено;7;4;1;2;0$/);
		expect(lines.join()).not.toContain("секретные слова");
		expect(await lastAct()).toEqual({ act: "newsletters-exported", actor_role: "owner" });
		expect(
			(await owner.fetch("/admin/news?newsletter=news-1&format=csv")).headers.get("Content-Type"),
		).toContain("html");
	});

	test("what is shown to support is in its own, without a title; the team in its own, without an e-mail", async () => {
		const anna = await enrol(site, "anna");
		const { conversationId } = await anna.ask("приметные слова вопроса");
		await anna.post("/chat/show", { intent: "show", conversationId, note: "=1+1" });
		const shown = await linesOf("/admin/shown?format=csv");
		expect(shown.head).toBe("Показ;Аккаунт;Показан;Закроется;Последний раз открыт");
		const access = await site.db.selectFrom("support_access").select("id").executeTakeFirstOrThrow();
		expect(shown.lines).toEqual([
			expect.stringMatching(new RegExp(`^${access.id};${await idOf(site, anna)};[^;]+;[^;]+;$`)),
		]);
		expect(shown.lines.join()).not.toMatch(/приметные|1\+1|@/);
		expect(await lastAct()).toMatchObject({ act: "shown-exported" });
		// Closed by its person it is in no file any more.
		await anna.post("/chat/show", { intent: "close", conversationId });
		expect((await linesOf("/admin/shown?format=csv")).lines).toEqual([]);

		const support = await enrol(site, "support", "support");
		await site.db.updateTable("accounts").set({ name: "=1+1" }).where("email", "=", support.email).execute();
		const team = await linesOf("/admin/team?format=csv");
		expect(team.head).toBe("Аккаунт;Роль;С какого времени;Второй шаг;Состояние");
		expect(team.lines).toEqual(
			expect.arrayContaining([
				expect.stringMatching(new RegExp(`^${await idOf(site, owner)};Владелец;.*;Открыт$`)),
				expect.stringMatching(new RegExp(`^${await idOf(site, support)};Поддержка;.*;Открыт$`)),
			]),
		);
		expect(team.lines.join()).not.toMatch(/@|1\+1/);
		expect(await lastAct()).toMatchObject({ act: "team-exported" });
		// A role without the right gets no file.
		for (const path of ["/admin/team?format=csv", "/admin/news?format=csv"])
			expect((await support.fetch(path)).status).toBe(403);
		for (const path of ["/admin/team?format=csv", "/admin/news?format=csv", "/admin/shown?format=csv"])
			expect((await anna.fetch(path)).status).toBe(404);
	});
});
