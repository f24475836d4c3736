import { beforeAll, describe, expect, test } from "vitest";
import { orderBill } from "../../billing/bills/bill.ts";
import { makeCode } from "../../billing/promo-codes/promo-code.ts";
import { emptyPostgres } from "../../support/database/empty-postgres.ts";
import type { Person } from "../../support/person.ts";
import { type AdminSite, enrol, idOf, setUpAdminSites } from "./enrol.ts";

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
		expect(head).toBe("Номер;Тариф;Оплачен до;Состояние;Роль;Регистрация;Последний раз");
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
});
