import { beforeAll, describe, expect, test } from "vitest";
import type { Role } from "../../../../app/platform/http/context.server.ts";
import { emptyPostgres } from "../../../support/database/empty-postgres.ts";
import type { Person } from "../../../support/person.ts";
import { mainOf, textOf } from "../../main-of.ts";
import { type AdminSite, enrol as enrolAt, idOf, setUpAdminSites } from "../enrol.ts";

const DAY = 86_400_000;
const { start } = setUpAdminSites();

describe.each(["SQLite", "PostgreSQL"])("the screens of people, on %s", (kind) => {
	let site: AdminSite;
	let owner: Person;
	let support: Person;
	let anna: Person;
	let annaId: string;
	beforeAll(async () => {
		const database = kind === "PostgreSQL" ? await emptyPostgres() : null;
		site = await start(database ? { DATABASE_URL: database.url } : {});
		owner = await enrol("owner", "owner");
		support = await enrol("support", "support");
		anna = await enrol("anna");
		annaId = await idOf(site, anna);
		await site.db.updateTable("accounts").set({ name: "Анна Ковалёва" }).where("id", "=", annaId).execute();
	});
	const enrol = (name: string, role?: Role) => enrolAt(site, name, role);
	const masked = (email: string) => email.replace(/^(..).*@/, "$1…@");
	const card = () => `/admin/people?account=${annaId}`;
	const last = () =>
		site.db
			.selectFrom("staff_events")
			.selectAll()
			.orderBy("number", "desc")
			.limit(1)
			.executeTakeFirstOrThrow();

	test("support sees e-mails masked on every screen that it has, and finds nobody by a part of one", async () => {
		await anna.ask("Вопрос");
		const paths = [
			...["/admin/people", "/admin/people?q=an", "/admin/payments", "/admin/renewals"],
			...[card(), `${card()}&do=block`, `${card()}&do=correct-allowance`, `${card()}&do=show-email`],
			...[`/admin/ledger?account=${annaId}`, "/admin/journal", "/admin/people?do=invite", "/admin/feedback"],
			...["/admin/people?format=csv", "/admin/payments?format=csv", "/admin/journal?format=csv"],
		];
		// Without a name the e-mail stands in its place.
		await site.db.updateTable("accounts").set({ name: null }).where("id", "=", annaId).execute();
		for (const path of paths)
			for (const at of [path, path.replace(/^\/admin[^?]*/, (name) => `${name}.data`)]) {
				const response = await support.fetch(at);
				const text = await response.text();
				expect([at, response.status]).toEqual([at, 200]);
				expect([at, text.includes(anna.email)]).toEqual([at, false]);
			}
		await site.db.updateTable("accounts").set({ name: "Анна Ковалёва" }).where("id", "=", annaId).execute();
		const list = await mainOf(support.fetch("/admin/people"));
		expect(list).toContain(masked(anna.email));
		expect(list).not.toContain("format=csv");
		expect(await mainOf(owner.fetch("/admin/people"))).toContain(anna.email);
		const found = async (q: string) =>
			(await mainOf(support.fetch(`/admin/people?q=${encodeURIComponent(q)}`))).includes(annaId);
		for (const part of [anna.email.slice(0, 3), anna.email.slice(0, -1), anna.email.split("@")[0] ?? ""])
			expect([part, await found(part)]).toEqual([part, false]);
		for (const whole of [anna.email, anna.email.toUpperCase(), annaId, "анна ковал", "an"])
			expect([whole, await found(whole)]).toEqual([whole, true]);
	});

	test("an e-mail is shown by a proof, to whoever asked, for a quarter of an hour; the journal knows", async () => {
		const page = `${card()}&do=show-email`;
		expect(await mainOf(support.fetch(card()))).toContain("Показать почту");
		expect((await support.post(page, {})).status).toBe(400);
		expect((await support.post(page, { currentPassword: "не тот" })).status).toBe(400);
		expect(await mainOf(support.fetch(card()))).not.toContain(anna.email);
		expect((await last()).act).toBe("person-opened");
		const shown = await support.post(page, { currentPassword: support.password });
		expect([shown.status, shown.headers.get("Location")]).toEqual([303, card()]);
		expect(await last()).toMatchObject({ act: "email-shown", actor_role: "support", account_id: annaId });
		const after = await mainOf(support.fetch(card()));
		expect(after).toContain(anna.email);
		expect(after).toContain("Почта показана");
		// The list and the acts keep it masked, and so does the card for another member.
		expect(await mainOf(support.fetch("/admin/people"))).not.toContain(anna.email);
		const other = await enrol("other", "support");
		expect(await mainOf(other.fetch(card()))).not.toContain(anna.email);
		await site.db
			.updateTable("staff_events")
			.set((eb) => ({ at: eb("at", "-", 15 * 60_000) }))
			.where("act", "=", "email-shown")
			.execute();
		expect(await mainOf(support.fetch(card()))).not.toContain(anna.email);
		// Of the staff support is shown nothing; whoever sees e-mails has nothing to be shown.
		const theirs = `/admin/people?account=${await idOf(site, owner)}`;
		expect(await mainOf(support.fetch(theirs))).not.toContain("do=show-email");
		expect((await support.post(`${theirs}&do=show-email`, {})).status).toBe(422);
		expect((await owner.fetch(page)).status).toBe(404);
		expect((await owner.post(page, {})).status).toBe(404);
	});

	test("support sees neither devices nor networks, and is told what it does not see", async () => {
		const seen = await textOf(support.fetch(card()));
		expect(seen).toContain("Что вам не видно");
		expect(seen).not.toMatch(/127\.0\.|Открытых сеансов/);
		expect(await textOf(owner.fetch(card()))).toContain("Сеансы");
	});

	test("filters, order and both directions stand in the address, and a hostile one finds the list", async () => {
		const rows = Array.from({ length: 120 }, (_, i) => ({
			id: `crowd-${String(i).padStart(3, "0")}`,
			email: `crowd${String(i).padStart(3, "0")}@example.ru`,
			state: i === 5 ? ("blocked" as const) : ("active" as const),
			created_at: Date.now() - (200 + i) * DAY,
			seen_at: Date.now() - (100 + i) * DAY,
		}));
		await site.db.insertInto("accounts").values(rows).execute();
		const list = (query: string) => mainOf(owner.fetch(`/admin/people?${query}`));
		const first = await list("q=crowd");
		expect(first).toContain("Найдено: 120");
		expect(first).toContain('aria-disabled="true"');
		const link = (html: string, rel: string) =>
			(new RegExp(`rel="${rel}" [^>]*href="([^"]+)"|href="([^"]+)"[^>]* rel="${rel}"`).exec(html) ?? [])
				.slice(1)
				.find(Boolean)
				?.replaceAll("&amp;", "&") ?? "";
		const second = await mainOf(owner.fetch(link(first, "next")));
		expect(second).toContain("В начало");
		expect(second).toContain("crowd-050");
		const back = await mainOf(owner.fetch(link(second, "prev")));
		expect(back).toContain("crowd-000");
		expect(back).not.toContain("В начало");
		expect(await list("q=crowd&state=blocked")).toMatch(/Найдено: 1</);
		expect(await list("q=crowd&plan=start&sort=registered")).toContain("Найдено: 120");
		expect(await list("plan=_given")).toContain("По этим фильтрам ничего нет");
		const nobody = await textOf(owner.fetch("/admin/people?q=frolowa%40"));
		expect(nobody).toContain("По запросу «frolowa@» ничего нет");
		const hostile = [
			"after=%00",
			"before=%ff%fe",
			"after=1.crowd-001&before=1.crowd-001",
			"plan=__proto__&state=constructor&sort=%00",
			`q=${"%F0%9F%98%80".repeat(200)}`,
			"q=%ED%A0%80",
			"q=%",
			`q=${"a".repeat(5_000)}`,
			Array.from({ length: 1_000 }, (_, i) => `f${i}=1`).join("&"),
			"q=a&q=b&q=c",
		];
		for (const query of hostile) {
			const response = await owner.fetch(`/admin/people?${query}`);
			// The server takes no zero character in an address.
			const status = query.includes("%00") ? 400 : 200;
			expect([query.slice(0, 40), response.status]).toEqual([query.slice(0, 40), status]);
		}
		// Beyond the end there is a way back.
		expect(await list("after=1.crowd-000")).toContain("Показать все");
		const csv = await owner.fetch("/admin/people?q=crowd&state=blocked&format=csv");
		const lines = (await csv.text()).trim().split("\r\n");
		expect(lines).toHaveLength(2);
		expect(lines[1]).toMatch(/^crowd-005;Старт;;0;30;Закрыт;/);
	});
});
