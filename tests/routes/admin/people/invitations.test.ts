import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { Role } from "../../../../app/platform/http/context.server.ts";
import { emptyPostgres } from "../../../support/database/empty-postgres.ts";
import { usedUpNow } from "../../../support/database/throttles-at-once.ts";
import { Person } from "../../../support/person.ts";
import { mainOf, textOf } from "../../main-of.ts";
import { type AdminSite, enrol as enrolAt, idOf, setUpAdminSites } from "../enrol.ts";

const INVITE = "/admin/people?do=invite";
const { start } = setUpAdminSites();
/** As it is read: without what React puts between texts. */
const plain = (html: string) => html.replaceAll("<!-- -->", "").replaceAll("\u00a0", " ");

describe.each(["SQLite", "PostgreSQL"])("invitations, on %s", (kind) => {
	let site: AdminSite;
	let owner: Person;
	let support: Person;
	beforeAll(async () => {
		const database = kind === "PostgreSQL" ? await emptyPostgres() : null;
		site = await start(database ? { DATABASE_URL: database.url } : {});
		owner = await enrol("owner", "owner");
		support = await enrol("support", "support");
		for (const who of [owner, support]) expect((await prove(who)).status).toBe(303);
	});
	const enrol = (name: string, role?: Role) => enrolAt(site, name, role);
	/** Marks the session, by inviting somebody. */
	const prove = (who: Person) => who.post(INVITE, { emails: fresh(), currentPassword: who.password });
	const fresh = () => `guest.${randomUUID().slice(0, 8)}@school12.example`;
	const waiting = () =>
		site.db.selectFrom("pending_registrations").selectAll().where("offer_version", "=", "").execute();
	const waits = async (email: string) => (await waiting()).find((row) => row.email === email);
	/** The links of the e-mails to an address. A trial keeps e-mails as files. */
	const linksTo = (email: string) => {
		const folder = join(site.instance.dataDir, "outbox");
		return readdirSync(folder)
			.toSorted()
			.map((file) => readFileSync(join(folder, file), "utf8"))
			.filter((text) => text.includes(email))
			.flatMap((text) => /verify-mail\?token=3?D?([\w-]{43})/.exec(text.replaceAll("=\r\n", ""))?.[1] ?? []);
	};

	test("many go out at once, each once, with a word for each that does not; nothing typed is lost", async () => {
		const taken = await enrol("taken");
		const [one, two] = [fresh(), fresh()];
		const wrong = await owner.post(INVITE, { emails: `${one}\nне почта, petrov@;${two}`, linkDays: "30" });
		expect(wrong.status).toBe(400);
		const html = plain(await wrong.text());
		for (const word of ["не", "почта", "petrov@"]) expect(html).toContain(`>${word}</span>: Проверьте адрес`);
		expect(html).toContain(`${one}\nне почта, petrov@;${two}</textarea>`);
		expect(html).toMatch(/<textarea(?=[^>]*name="emails")[^>]*aria-invalid="true"/);
		expect(html).toMatch(/<option value="30" selected/);
		expect(await waits(one)).toBeUndefined();

		const sent = await owner.post(INVITE, {
			emails: `${one}\r\n${two.toUpperCase()} ${one}\n${taken.email}`,
		});
		expect(sent.status).toBe(422);
		const left = plain(await sent.text());
		expect(left).toContain("Отправлено 2 приглашения.");
		expect(left).toContain(`${taken.email}</span>: Аккаунт с`);
		expect(left).toContain(`>${taken.email}</textarea>`);
		expect(left).toMatch(/<textarea(?=[^>]*name="emails")[^>]*aria-invalid="true"/);
		expect((await waits(one))?.gift).toBeNull();
		expect(await waits(two)).toBeDefined();
		// A form that is sent twice invites once.
		const again = await owner.post(INVITE, { emails: `${one}\n${two}` });
		expect([again.status, (await again.text()).match(/уже ждёт ответа/g)?.length]).toEqual([422, 2]);
		for (const email of [one, two]) await expect.poll(() => linksTo(email).length).toBe(1);
		const entries = await site.db
			.selectFrom("staff_events")
			.select("after")
			.where("act", "=", "person-invited")
			.execute();
		expect(entries.at(-1)?.after).toMatch(/^gu…@school12\.example$/);
	});

	test("a hundred at a time, and no odd list: nothing is sent, and everything is given back", async () => {
		const before = (await waiting()).length;
		const many = Array.from({ length: 101 }, (_, i) => `many${i}@school12.example`).join("\n");
		const words = "слово ".repeat(4_000);
		const lists = [
			["", "Впишите хотя бы один адрес"],
			[" \n,;", "Впишите хотя бы один адрес"],
			[many, "Больше 100 адресов"],
			[words, "Больше 100 адресов"],
			["\ufffd\u0000@x.ru", "Проверьте адрес"],
			[`${"a".repeat(300)}@x.ru`, "Проверьте адрес"],
			["<script>alert(1)</script>@x.ru", "Проверьте адрес"],
		] as const;
		for (const [emails, problem] of lists) {
			const response = await owner.post(INVITE, { emails });
			expect([emails.slice(0, 20), response.status]).toEqual([emails.slice(0, 20), 400]);
			const html = plain(await response.text());
			expect([emails.slice(0, 20), html.includes(problem)]).toEqual([emails.slice(0, 20), true]);
			expect(html).not.toContain("<script>alert");
			expect(html.length).toBeGreaterThan(emails.length);
		}
		// Many fields of one name count as one; 10,000 others do not count.
		const fields = new URLSearchParams([
			["emails", "one@"],
			["emails", "two@school12.example"],
		]);
		for (let i = 0; i < 10_000; i++) fields.append(`f${i}`, "1");
		const odd = await owner.fetch(INVITE, {
			method: "POST",
			body: fields,
			headers: { Origin: site.instance.url },
		});
		expect(odd.status).toBe(400);
		const odds: Record<string, string>[] = [
			{ gift: "nothing" },
			{ gift: "start" },
			{ linkDays: "8" },
			{ linkDays: "__proto__" },
		];
		for (const more of odds)
			expect((await owner.post(INVITE, { emails: fresh(), ...more })).status).toBe(400);
		expect((await waiting()).length).toBe(before);
	});

	test("an invitation brings its gift once there is the account, by the plan that was offered then", async () => {
		const email = fresh();
		expect((await owner.post(INVITE, { emails: email, gift: "plus-month", linkDays: "30" })).status).toBe(
			303,
		);
		const pending = await waits(email);
		expect(Number(pending?.expires_at) - Number(pending?.created_at)).toBe(30 * 86_400_000);
		expect(await textOf(owner.fetch(INVITE))).toContain("в подарок «Плюс» на 30 дней");
		const guest = new Person(site.instance, email);
		await expect.poll(() => linksTo(email).length).toBe(1);
		const [token = ""] = linksTo(email);
		const page = { token, newPassword: guest.password, consentOffer: "on", consentPersonalData: "on" };
		const confirmed = await guest.post("/verify-mail", page);
		expect([confirmed.status, await waits(email)]).toEqual([303, undefined]);
		const id = await idOf(site, guest);
		const subscriptions = () =>
			site.db.selectFrom("subscriptions").selectAll().where("account_id", "=", id).execute();
		await expect.poll(async () => (await subscriptions()).length).toBe(1);
		const [given] = await subscriptions();
		expect(given).toMatchObject({ plan_key: "plus-month", purchase_id: null });
		expect(Number(given?.ends_at) - Number(given?.starts_at)).toBe(30 * 86_400_000);
		expect(await mainOf(owner.fetch("/admin/people?plan=_given"))).toContain(id);
		const account = await site.db
			.selectFrom("accounts")
			.select("gift")
			.where("id", "=", id)
			.executeTakeFirstOrThrow();
		expect(account.gift).toBeNull();
		// Support may not give plans: it has no such field, and one that is made up is refused.
		expect(await mainOf(support.fetch(INVITE))).not.toContain('name="gift"');
		expect((await support.post(INVITE, { emails: fresh(), gift: "plus-month" })).status).toBe(400);
	});

	test("one is sent again with a new link, the old one is dead; revoked, it is gone with its gift", async () => {
		const email = fresh();
		expect((await owner.post(INVITE, { emails: email, gift: "plus-month" })).status).toBe(303);
		const id = (await waits(email))?.id ?? "";
		const list = await mainOf(owner.fetch(INVITE));
		for (const act of ["resend", "revoke"]) expect(list).toContain(`do=${act}&amp;invitation=${id}`);
		expect(await textOf(support.fetch(INVITE))).not.toContain(email);
		await expect.poll(() => linksTo(email).length).toBe(1);
		const [first = ""] = linksTo(email);
		expect((await owner.post(`/admin/people?do=resend&invitation=${id}`, {})).status).toBe(303);
		await expect.poll(() => linksTo(email).length).toBe(2);
		const second = linksTo(email).find((link) => link !== first) ?? "";
		const guest = new Person(site.instance, email);
		const opened = async (token: string) => (await guest.fetch(`/verify-mail?token=${token}`)).text();
		expect(await opened(second)).toContain(email);
		expect(await opened(first)).not.toContain(email);
		const thief = await enrol("thief", "support");
		for (const act of ["resend", "revoke"])
			expect((await thief.post(`/admin/people?do=${act}&invitation=${id}`, {})).status).toBe(400);
		expect((await support.post(`/admin/people?do=revoke&invitation=${id}`, {})).status).toBe(303);
		expect(await waits(email)).toBeUndefined();
		expect(await opened(second)).not.toContain(email);
		for (const act of ["resend", "revoke"])
			expect((await owner.post(`/admin/people?do=${act}&invitation=${id}`, {})).status).toBe(404);
		const acts = await site.db.selectFrom("staff_events").select("act").orderBy("number").execute();
		expect(acts.map(({ act }) => act).slice(-2)).toEqual(["invitation-resent", "invitation-revoked"]);
	});

	test("after a hundred in an hour nobody more is invited, and the rest is given back", async () => {
		const many = Array.from({ length: 100 }, () => fresh());
		const member = await enrol("busy", "support");
		// Five, since one more is allowed for each half a minute that a slow machine takes.
		for (let i = 0; i < 5; i++) expect((await prove(member)).status).toBe(303);
		const response = await member.post(INVITE, { emails: many.join("\n") });
		expect(response.status).toBe(422);
		const html = plain(await response.text());
		expect(html).toContain("Слишком часто");
		const sent = Number(/Отправлено (\d+)/.exec(html)?.[1]);
		expect(sent).toBeGreaterThan(90);
		expect(sent).toBeLessThan(100);
		expect(html).toContain(`${many.at(-1)}</textarea>`);
		await usedUpNow(site.db);
		const next = await member.post(INVITE, { emails: fresh() });
		expect([next.status, next.headers.get("Retry-After")]).toEqual([429, expect.stringMatching(/^\d+$/)]);
	});
});
