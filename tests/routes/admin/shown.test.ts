import { beforeAll, describe, expect, test } from "vitest";
import { ROLES } from "../../../app/accounts/staff/rights.ts";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import type { Role } from "../../../app/platform/http/context.server.ts";
import { emptyPostgres } from "../../support/database/empty-postgres.ts";
import type { Person } from "../../support/person.ts";
import { enrol, idOf, setUpAdminSites } from "./enrol.ts";

const MARKER = "бирюзовый-тапир-29";
const NOTE = "Обрезалось на <восьмой> строке";

const { start } = setUpAdminSites();

/** With plain spaces, and without the marks between texts: they are no part of what is tested. */
const plain = async (response: Response) =>
	(await response.text()).replaceAll("\u00a0", " ").replaceAll("<!-- -->", "");

describe.each(["SQLite", "PostgreSQL"])("«Показать поддержке» on %s", (kind) => {
	let db: Db;
	let anna: Person;
	let annasId: string;
	let conversationId: string;
	let show: string;
	const team = new Map<Role, Person>();
	const who = (role: Role) => team.get(role) as Person;
	beforeAll(async () => {
		const database = kind === "PostgreSQL" ? await emptyPostgres() : null;
		const site = await start(database ? { DATABASE_URL: database.url } : {});
		({ db } = site);
		anna = await enrol(site, "anna");
		annasId = await idOf(site, anna);
		for (const role of ROLES) team.set(role, await enrol(site, role, role));
		// Its title too, which is made of the question.
		({ conversationId } = await anna.ask(`Что такое ${MARKER}?`));
		await anna.ask("Второй разговор без приметы");
		show = `/chat/show?c=${conversationId}`;
	});

	const journal = async () => {
		const rows = await db.selectFrom("staff_events").select(["act", "account_id", "after"]).execute();
		return rows.filter(({ act }) => act === "conversation-opened");
	};
	const accessId = async () => {
		const page = await plain(await who("support").fetch("/admin/shown"));
		return /\/admin\/shown\?id=([\w-]+)/.exec(page)?.[1];
	};

	/** The addresses at which a role meets the marker, of all pages and files of the operator's screens. */
	async function hits(id = "nothing"): Promise<string[]> {
		const card = `/admin/people?account=${annasId}`;
		const sections = [
			..."people payments renewals plans codes bills models look papers details news team feedback".split(
				" ",
			),
			..."journal state start shown".split(" "),
		].map((section) => `/admin/${section}`);
		const paths = [
			...["/admin", ...sections, card, `${card}&do=block`, `${card}&do=correct-allowance`],
			...["/admin/feedback?show=commented", "/admin/shown?after=nothing", `/admin/shown?id=${id}`],
			..."payments feedback renewals people journal shown news team codes bills"
				.split(" ")
				.map((section) => `/admin/${section}?format=csv`),
			...["messages", "people", "models", "failures"].map((table) => `/admin?format=csv&table=${table}`),
			`/admin/people?q=${encodeURIComponent(MARKER)}`,
		];
		const found: string[] = [];
		for (const role of ROLES) {
			for (const path of paths) {
				for (const at of [path, path.replace(/^\/admin[^?]*/, (name) => `${name}.data`)]) {
					const text = (await plain(await who(role).fetch(at))).replaceAll(encodeURIComponent(MARKER), "");
					// A search repeats what was searched for.
					const searched = at.includes("?q=") ? text.replaceAll(MARKER, "") : text;
					if (searched.includes(MARKER)) found.push(`${role} ${at}`);
				}
			}
		}
		return found;
	}

	test("nobody reads a conversation; once it is shown one page has it; closed, that page is none", async () => {
		expect(await hits()).toEqual([]);
		const before = await plain(await anna.fetch(show));
		expect(before).toContain("Показать на 24 часа");
		expect(before).toContain(`«Что такое ${MARKER}?», 2 сообщения`);

		const shown = await anna.post(show, { intent: "show", conversationId, note: NOTE });
		expect([shown.status, shown.headers.get("Location")]).toEqual([303, show]);
		const live = await plain(await anna.fetch(show));
		expect(live).toMatch(/Поддержка видит этот разговор до \d+ [а-я]+, \d\d:\d\d\./);
		expect(live).toContain("Пока никто не открывал.");
		expect(live).not.toContain("Показать на 24 часа");

		const id = (await accessId()) ?? "";
		const page = `/admin/shown?id=${id}`;
		const ofRole = (role: Role) => [`${role} ${page}`, `${role} ${page.replace("shown", "shown.data")}`];
		expect(await hits(id)).toEqual((["owner", "administrator", "support"] as const).flatMap(ofRole));
		expect(await journal()).toHaveLength(6);
		expect(await journal()).toContainEqual({ act: "conversation-opened", account_id: annasId, after: id });

		const response = await who("support").fetch(page);
		expect([response.status, response.headers.get("Cache-Control")]).toEqual([200, "no-store"]);
		const html = await plain(response);
		expect(html).toContain("Пояснение: «Обрезалось на &lt;восьмой&gt; строке»");
		expect(html).toContain("Только чтение");
		expect(html).not.toContain("Второй разговор");
		expect(html).not.toContain("entry.client");
		expect((await who("accountant").fetch(page)).status).toBe(403);
		expect((await anna.fetch(page)).status).toBe(404);
		// Read only: no form takes anything.
		expect((await who("owner").post(page, { intent: "show" })).status).toBe(404);
		const card = await plain(await who("support").fetch(`/admin/people?account=${annasId}`));
		expect(card).toContain(page);
		expect(await plain(await anna.fetch(show))).toMatch(/Открывали:.*поддержка, \d+/);

		const closed = await anna.post(show, { intent: "close", conversationId });
		expect([closed.status, closed.headers.get("Location")]).toEqual([303, show]);
		expect(await plain(await anna.fetch(show))).toMatch(/Доступ закрыт.*Кто открывал.*администратор, \d+/s);
		for (const role of ["owner", "administrator", "support"] as const)
			expect((await who(role).fetch(page)).status).toBe(404);
		expect(await hits(id)).toEqual([]);
		expect(await journal()).toHaveLength(7);
	});

	test("is over after 24 hours, and in the person's own data", async () => {
		await anna.post(show, { intent: "show", conversationId, note: "" });
		const page = `/admin/shown?id=${await accessId()}`;
		const own = () => anna.fetch("/chat/show").then(plain);
		expect(await own()).toContain(`href="${show}">Что такое ${MARKER}?</a>`);
		expect((await who("support").fetch(page)).status).toBe(200);
		await db.updateTable("support_access").set({ expires_at: Date.now() }).execute();
		expect((await who("support").fetch(page)).status).toBe(404);
		expect(await plain(await anna.fetch(show))).toContain("Показать на 24 часа");
		expect(await own()).toContain("не видит ни одного вашего разговора");
		const data = JSON.parse(await (await anna.fetch("/account/export")).text());
		expect(data.supportAccess).toMatchObject([
			{
				conversationId,
				note: NOTE,
				openings: expect.arrayContaining([expect.objectContaining({ role: "owner" })]),
			},
			{ conversationId, note: null, openings: [expect.objectContaining({ role: "support" })] },
		]);
	});

	test("asks nobody but the owner of the conversation; what was typed is not lost", async () => {
		const boris = who("accountant");
		for (const path of [show, "/chat/show?c=nothing"]) {
			expect((await boris.fetch(path)).status).toBe(404);
			expect((await boris.post(path, { intent: "show", conversationId, note: "" })).status).toBe(404);
		}
		const long = `${"а".repeat(500)}я`;
		const refused = await anna.post(show, { intent: "show", conversationId, note: long });
		expect(refused.status).toBe(400);
		const html = await plain(refused);
		expect(html).toContain(long);
		expect(html).toContain("Не длиннее 500 знаков");
		const menu = await plain(await anna.fetch(`/chat?c=${conversationId}&do=menu`));
		expect(menu).toMatch(new RegExp(`href="${show.replace("?", "\\?")}".*Показать поддержке`, "s"));
	});
});
