import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emptyPostgres } from "../../support/database/empty-postgres.ts";
import { type SmtpServer, startSmtpServer } from "../../support/fakes/mailer.ts";
import { freePort } from "../../support/instance.ts";
import type { Person } from "../../support/person.ts";
import { runCommand, settingsBeside } from "../../support/run-command.ts";
import { type AdminSite, enrol, idOf, setUpAdminSites } from "./enrol.ts";

const READERS = 24;
const SECRET = "one-secret-of-the-servers-of-a-test";

/** People who have agreed to news, written as registrations write them. */
async function addReaders({ db }: AdminSite): Promise<void> {
	for (let i = 0; i < READERS; i++) {
		const id = randomUUID();
		const email = `reader${i}@example.ru`;
		await db.insertInto("accounts").values({ id, email, state: "active", created_at: 1 }).execute();
		await agree({ db }, id);
	}
}

const agree = ({ db }: Pick<AdminSite, "db">, accountId: string) =>
	db
		.insertInto("consents")
		.values({
			id: randomUUID(),
			account_id: accountId,
			kind: "news",
			act: "given",
			document_version: "2026-11-23",
			at: 1,
			ip_network: "",
			user_agent: "",
		})
		.execute();

/** The header of a message, unfolded. */
const headerOf = (data: string, name: string) =>
	new RegExp(`^${name}: (.*)$`, "im").exec(data.replace(/\r\n[ \t]+/g, " "))?.[1]?.trim();

describe.each(["SQLite", "PostgreSQL"])("news on %s", (kind) => {
	const { start, end } = setUpAdminSites();
	let folder = "";
	let smtp: SmtpServer;
	const ended: AdminSite[] = [];
	let database: Awaited<ReturnType<typeof emptyPostgres>> | null = null;
	let env: Record<string, string> = {};
	let owner: Person;
	let reader: Person;
	beforeAll(async () => {
		folder = mkdtempSync(join(tmpdir(), "sobesednik-news-"));
		smtp = await startSmtpServer({ delayMs: 150 });
		database = kind === "PostgreSQL" ? await emptyPostgres() : null;
		const port = String(await freePort());
		const common = {
			...{ APP_URL: `http://localhost:${port}`, PORT: port, DATA_DIR: folder, SESSION_SECRET: SECRET },
			...(database && { DATABASE_URL: database.url }),
		};
		// Without a mail server pages show the links of registrations.
		const site = await start(common);
		owner = await enrol(site, "owner", "owner");
		reader = await enrol(site, "reader-of-the-console");
		await site.instance.stop();
		env = { ...common, SMTP_URL: smtp.url, NEWS_PER_MINUTE: "1000" };
	});
	afterAll(async () => {
		await end();
		await smtp?.close();
		await database?.remove();
		rmSync(folder, { recursive: true, force: true });
	});

	test("a letter is drafted, seen, tried, sent across a killed server to each once; and one press unsubscribes", async () => {
		const site = await start(env);
		// Others on the same PostgreSQL.
		if (database) for (let i = 0; i < 2; i++) await start({ ...env, PORT: String(await freePort()) });
		await addReaders(site);

		const wrong = await owner.post("/admin/news?do=new", { subject: "", body: "<b>Текст", link: "http://x" });
		expect(wrong.status).toBe(400);
		const typed = await wrong.text();
		expect(typed).toContain("&lt;b&gt;Текст");
		expect(typed).toContain("Напишите тему");
		const draft = {
			subject: "Новые модели",
			body: "Первый абзац.\n\n<script>Второй",
			requestId: randomUUID(),
		};
		const saved = await owner.post("/admin/news?do=new", draft);
		const page = `/admin/news?newsletter=${draft.requestId}`;
		expect([saved.status, saved.headers.get("Location")]).toEqual([303, page]);
		// A second press.
		expect((await owner.post("/admin/news?do=new", draft)).status).toBe(303);
		const seen = await (await owner.fetch(page)).text();
		expect(seen).toContain("&lt;script&gt;Второй");
		expect(seen).toContain(`<dd>${READERS}</dd>`);
		const edited = { ...draft, subject: "Новые модели!", revision: "1" };
		expect((await owner.post(`${page}&do=edit`, edited)).status).toBe(303);
		const stale = await owner.post(`${page}&do=edit`, edited);
		expect([stale.status, (await stale.text()).includes("письмо изменили или отправили")]).toEqual([
			409,
			true,
		]);

		expect((await owner.post(page, { intent: "try" })).status).toBe(303);
		const own = () => smtp.received.filter(({ to }) => to[0] === owner.email);
		await expect.poll(() => own().map(({ data }) => headerOf(data, "Precedence"))).toContain("bulk");
		const count = smtp.received.length;

		// A stolen cookie starts nothing; an advertisement has to say whose it is.
		expect((await owner.post(`${page}&do=send`, { revision: "2" })).status).toBe(400);
		const currentPassword = owner.password;
		const ad = { ...draft, subject: "Скидка", isAd: "on", requestId: randomUUID() };
		expect((await owner.post("/admin/news?do=new", ad)).status).toBe(303);
		const adPage = `/admin/news?newsletter=${ad.requestId}`;
		const nameless = await owner.post(`${adPage}&do=send`, { revision: "1", currentPassword });
		expect([nameless.status, (await nameless.text()).includes("Реклама должна называть")]).toEqual([
			409,
			true,
		]);
		expect((await owner.post(`${adPage}&do=remove`, {})).status).toBe(303);
		expect((await owner.post(`${page}&do=send`, { revision: "2" })).status).toBe(303);

		await expect.poll(() => smtp.received.length).toBeGreaterThan(count + 5);
		await site.instance.stop("SIGKILL");
		const again = await start(env);
		ended.push(again);
		const state = async () => {
			const row = await again.db.selectFrom("newsletters").selectAll().executeTakeFirstOrThrow();
			return { state: row.state, queued: row.queued, ended: row.sent + row.failed };
		};
		await expect.poll(state).toEqual({ state: "sent", queued: READERS, ended: READERS });
		const news = smtp.received.filter(({ to }) => /^reader\d+@/.test(to[0] ?? ""));
		const addresses = news.map(({ to }) => to[0]);
		expect(new Set(addresses).size).toBe(addresses.length);
		// Four at once are what a killed process may have had in its hands.
		expect(addresses.length).toBeGreaterThanOrEqual(READERS - 4);

		// One press in a mail program: its server sends this, without cookies and from nowhere.
		const [first] = news;
		const link = /^<(.+)>$/.exec(headerOf(first?.data ?? "", "List-Unsubscribe") ?? "")?.[1] ?? "";
		expect(headerOf(first?.data ?? "", "List-Unsubscribe-Post")).toBe("List-Unsubscribe=One-Click");
		const { pathname, search } = new URL(link);
		const address = new URL(pathname + search, again.instance.url);
		const consents = async () => {
			const reader = await again.db
				.selectFrom("accounts")
				.select("id")
				.where("email", "=", first?.to[0] ?? "")
				.executeTakeFirstOrThrow();
			const rows = await again.db
				.selectFrom("consents")
				.select(["act", "document_version"])
				.where("account_id", "=", reader.id)
				.orderBy("at")
				.execute();
			return rows.map(({ act, document_version }) => `${act} ${document_version}`);
		};
		const asked = await fetch(address);
		expect([asked.status, (await asked.text()).includes("Отписаться от новостей?")]).toEqual([200, true]);
		expect(await consents()).toEqual(["given 2026-11-23"]);
		const press = () =>
			fetch(address, {
				method: "POST",
				body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }),
				redirect: "manual",
			});
		const pressed = await press();
		expect([pressed.status, (await pressed.text()).includes("Вы отписаны")]).toEqual([200, true]);
		expect((await press()).status).toBe(200);
		expect(await consents()).toEqual(["given 2026-11-23", "withdrawn 2026-11-23"]);
		const forged = new URL(address);
		forged.searchParams.set("token", `${(forged.searchParams.get("token") ?? "").slice(0, -3)}AAA`);
		expect((await fetch(forged, { method: "POST" })).status).toBe(400);
		const all = await again.db.selectFrom("consents").select("id").where("act", "=", "withdrawn").execute();
		expect(all).toHaveLength(1);
	});

	test("the console does the same", async () => {
		await Promise.all(ended.splice(0).map(({ instance }) => instance.stop()));
		// So slow that the newsletter is on its way still when it is stopped, however long a command takes.
		const site = await start({ ...env, NEWS_PER_MINUTE: "1" });
		await agree(site, await idOf(site, reader));
		const news = (...args: string[]) =>
			runCommand("news", args, {
				...settingsBeside(site.instance),
				...env,
				...(!database && { DATABASE_URL: "" }),
			});
		expect((await news("send")).code).toBe(2);
		expect((await news("show", "nothing")).code).toBe(1);
		const file = join(folder, "letter.txt");
		writeFileSync(file, "Тема письма\n\nТекст.\n");
		expect((await news("draft", file, "--link", "http://x")).code).toBe(2);
		const made = await news("draft", file, "--not-ad");
		const id = /: ([\w-]{36})\n$/.exec(made.out)?.[1] ?? "";
		expect([made.code, id]).toEqual([0, expect.stringMatching(/./)]);
		expect((await news("list")).out).toContain("Тема письма");
		expect((await news("try", id, reader.email)).code).toBe(0);
		expect(await news("send", id)).toMatchObject({ code: 0, out: "Рассылка началась\n" });
		expect((await news("send", id)).code).toBe(1);
		expect((await news("stop", id)).code).toBe(0);
		expect((await news("show", id)).out).toMatch(/Состояние +Остановлено/);
		const acts = await site.db
			.selectFrom("staff_events")
			.select(["act", "actor_id"])
			.orderBy("number")
			.execute();
		expect(acts.slice(-4)).toEqual(
			["newsletter-saved", "newsletter-tried", "newsletter-started", "newsletter-stopped"].map((act) => ({
				act,
				actor_id: null,
			})),
		);
	});
});
