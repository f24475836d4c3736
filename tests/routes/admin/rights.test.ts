import { beforeAll, describe, expect, test } from "vitest";
import { ROLES } from "../../../app/accounts/staff/rights.ts";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import type { Role } from "../../../app/platform/http/context.server.ts";
import { orderBill } from "../../billing/bills/bill.ts";
import { makeCode } from "../../billing/promo-codes/promo-code.ts";
import { agreed } from "../../billing/renewals/agreed.ts";
import { countAsAtOnce } from "../../support/database/throttles-at-once.ts";
import type { Instance } from "../../support/instance.ts";
import { Person } from "../../support/person.ts";
import { eachSite, enrol as enrolAt, idOf as idAt, waitingInvitation } from "./enrol.ts";
import { screenOf } from "./overview/screen-of.ts";

const MARKER = "кварцевый-бегемот-71";

eachSite((start) => {
	let instance: Instance;
	let db: Db;
	let anna: Person;
	const team = new Map<Role | "person" | "nobody", Person>();
	const ids = new Map<Person, string>();
	/** The page of a conversation that Anna shows to support. */
	let shownPage: string;
	beforeAll(async () => {
		({ instance, db } = await start());
		anna = await enrol("anna");
		await anna.ask(MARKER);
		for (const role of ROLES) team.set(role, await enrol(role, role));
		team.set("person", await enrol("person"));
		team.set("nobody", new Person(instance));
		await makeCode(db);
		await agreed(db, ids.get(anna) ?? "");
		const { conversationId } = await anna.ask("Разговор, который показан поддержке");
		await anna.post("/chat/show", { intent: "show", conversationId, note: "" });
		const access = await db.selectFrom("support_access").select("id").executeTakeFirstOrThrow();
		shownPage = `/admin/shown?id=${access.id}`;
		await orderBill(db, ids.get(anna) ?? "", Date.now());
		await waitingInvitation(db, "waits");
	});

	async function enrol(name: string, role?: Role): Promise<Person> {
		const person = await enrolAt({ instance, db }, name, role);
		ids.set(person, await idAt({ db }, person));
		return person;
	}

	const idOf = (person: Person) => ids.get(person) ?? "";
	const who = (role: Role | "person" | "nobody") => team.get(role) as Person;
	const card = (of: Person) => `/admin/people?account=${idOf(of)}`;
	const renewal = (of: Person) => `/admin/renewals?account=${idOf(of)}`;
	const journal = () => db.selectFrom("staff_events").selectAll().orderBy("number").execute();
	const stateOf = async (of: Person) =>
		(await db.selectFrom("accounts").select("state").where("id", "=", idOf(of)).executeTakeFirstOrThrow())
			.state;

	/** The statuses for owner, administrator, support, accountant, a person, nobody. */
	async function statuses(ask: (person: Person) => Promise<Response>): Promise<string> {
		const answers: number[] = [];
		for (const role of [...ROLES, "person", "nobody"] as const) answers.push((await ask(who(role))).status);
		return answers.join(" ");
	}

	describe("the staff's screens", () => {
		test.each([
			["/admin", "200 200 200 200 404 404"],
			["/admin?days=7", "200 200 200 200 404 404"],
			["/admin/state", "200 200 403 403 404 404"],
			["/admin/state?do=backup", "200 200 403 403 404 404"],
			["/admin/state?do=anything", "404 404 403 403 404 404"],
			["/admin/start", "200 200 403 403 404 404"],
			["/admin/feedback", "200 200 200 403 404 404"],
			["/admin/feedback?show=commented", "200 200 200 403 404 404"],
			["/admin/shown", "200 200 200 403 404 404"],
			["/admin/shown?after=nothing", "200 200 200 403 404 404"],
			["/admin/shown?id=nothing", "404 404 404 403 404 404"],
			["shown", "200 200 200 403 404 404"],
			["/admin/people", "200 200 200 403 404 404"],
			["/admin/people?q=anna", "200 200 200 403 404 404"],
			["/admin/people?format=csv", "200 200 200 403 404 404"],
			["/admin/codes?format=csv", "200 200 403 200 404 404"],
			["/admin/bills?format=csv", "200 200 403 200 404 404"],
			["/admin/news?format=csv", "200 200 403 403 404 404"],
			["/admin/team?format=csv", "200 200 403 403 404 404"],
			["/admin/shown?format=csv", "200 200 200 403 404 404"],
			["/admin/feedback?format=csv", "200 200 200 403 404 404"],
			["/admin/renewals?format=csv", "200 200 200 200 404 404"],
			["/admin/payments?format=csv", "200 200 200 200 404 404"],
			["/admin/people?q=an&plan=start&state=open&sort=registered&after=1.x", "200 200 200 403 404 404"],
			["/admin/people?plan=_given&state=__proto__&sort=%ff&before=%27", "200 200 200 403 404 404"],
			["/admin/people?do=invite", "200 200 200 403 404 404"],
			["/admin/people?do=invite&after=nothing", "200 200 200 403 404 404"],
			["/admin/people?do=resend&invitation=waits", "200 200 200 403 404 404"],
			["/admin/people?do=revoke&invitation=waits", "200 200 200 403 404 404"],
			["/admin/people?do=resend&invitation=nothing", "404 404 404 403 404 404"],
			["/admin/people?do=revoke", "404 404 404 403 404 404"],
			["card&do=show-email", "404 404 200 403 404 404"],
			["/admin/people?account=nobody&do=show-email", "404 404 404 403 404 404"],
			["card", "200 200 200 403 404 404"],
			["card&do=block", "200 200 200 403 404 404"],
			["card&do=unblock", "200 200 200 403 404 404"],
			["card&do=end-sessions", "200 200 200 403 404 404"],
			["card&do=drop-second-step", "200 200 200 403 404 404"],
			["card&do=export-data", "200 200 404 403 404 404"],
			["card&do=delete", "200 200 404 403 404 404"],
			["card&do=anything", "404 404 404 403 404 404"],
			["/admin/people?account=nobody", "404 404 404 403 404 404"],
			["card&do=grant-plan", "200 200 404 403 404 404"],
			["card&do=correct-allowance", "200 200 200 403 404 404"],
			["/admin/payments", "200 200 200 200 404 404"],
			["/admin/payments?q=anna&state=paid", "200 200 200 200 404 404"],
			["/admin/payments?view=days", "200 200 200 200 404 404"],
			["/admin/payments?view=days&month=anything", "200 200 200 200 404 404"],
			["/admin/payments?payment=nothing", "404 404 404 404 404 404"],
			["/admin/payments?payment=nothing&do=refund", "404 404 403 404 404 404"],
			["/admin/payments?payment=nothing&do=ask", "404 404 404 404 404 404"],
			["/admin/renewals", "200 200 200 200 404 404"],
			["/admin/renewals?q=anna&state=waits&after=nothing", "200 200 200 200 404 404"],
			["renewal", "200 200 200 200 404 404"],
			["renewal&do=stop", "200 200 200 403 404 404"],
			["/admin/renewals?account=nothing", "404 404 404 404 404 404"],
			["/admin/renewals?account=nothing&do=stop", "404 404 404 403 404 404"],
			["ledger", "200 200 200 200 404 404"],
			["ledger&format=csv", "200 200 200 200 404 404"],
			["/admin/ledger?account=nothing", "404 404 404 404 404 404"],
			["/admin/plans", "200 200 403 200 404 404"],
			["/admin/plans?do=plan&key=plus-month", "200 200 403 403 404 404"],
			["/admin/plans?do=package", "200 200 403 403 404 404"],
			["/admin/plans?do=off&key=plus-month", "200 200 403 403 404 404"],
			["/admin/plans?do=take", "200 200 403 403 404 404"],
			["/admin/codes", "200 200 403 200 404 404"],
			["/admin/codes?q=школа&after=nothing", "200 200 403 200 404 404"],
			["/admin/codes?do=new", "200 200 403 403 404 404"],
			["/admin/codes?code=%D0%A8%D0%9A%D0%9E%D0%9B%D0%9020", "200 200 403 200 404 404"],
			["/admin/codes?code=%D0%A8%D0%9A%D0%9E%D0%9B%D0%9020&do=off", "200 200 403 403 404 404"],
			["/admin/codes?code=nothing", "404 404 403 404 404 404"],
			["/admin/codes?code=nothing&do=off", "404 404 403 403 404 404"],
			["/admin/news", "200 200 403 403 404 404"],
			["/admin/news?do=new", "200 200 403 403 404 404"],
			["/admin/news?newsletter=nothing", "404 404 403 403 404 404"],
			["/admin/news?newsletter=nothing&do=send", "404 404 403 403 404 404"],
			["/admin/bills", "200 200 403 200 404 404"],
			["/admin/bills?q=7707083893&after=5", "200 200 403 200 404 404"],
			["/admin/bills?bill=1", "200 200 403 200 404 404"],
			["/admin/bills?bill=1&do=cancel", "200 200 403 200 404 404"],
			["/admin/bills?bill=999", "404 404 403 404 404 404"],
			["/admin/team", "200 200 403 403 404 404"],
			["/admin/team?do=role", "200 403 403 403 404 404"],
			["/admin/journal", "200 200 200 200 404 404"],
			["/admin/journal?format=csv", "200 200 200 200 404 404"],
			["/admin/models", "200 200 403 200 404 404"],
			["/admin/models?do=server", "200 200 403 403 404 404"],
			["/admin/models?do=server&server=nothing", "404 404 403 403 404 404"],
			["/admin/models?do=model&model=nothing", "404 404 403 403 404 404"],
			["/admin/models?do=check&server=nothing", "404 404 403 403 404 404"],
			["/admin/models?do=remove&server=nothing", "404 404 403 403 404 404"],
			["/admin/models?do=take", "404 404 403 403 404 404"],
			["/admin/models?do=anything", "404 404 403 403 404 404"],
			["/admin/tools", "200 200 403 200 404 404"],
			["/admin/tools?do=search", "200 200 403 403 404 404"],
			["/admin/tools?do=check", "200 200 403 403 404 404"],
			["/admin/tools?do=own", "200 200 403 403 404 404"],
			["/admin/tools?do=server", "200 200 403 403 404 404"],
			["/admin/tools?do=server&server=nothing", "404 404 403 403 404 404"],
			["/admin/tools?do=allow&server=nothing", "404 404 403 403 404 404"],
			["/admin/tools?do=remove&server=nothing", "404 404 403 403 404 404"],
			["/admin/tools?do=take", "404 404 403 403 404 404"],
			["/admin/tools?do=anything", "404 404 403 403 404 404"],
			["/admin/details", "200 200 403 200 404 404"],
			["/admin/details?do=take", "404 404 403 403 404 404"],
			["/admin/papers", "200 200 403 200 404 404"],
			["/admin/papers?kind=oferta&edition=2026-11-21", "200 200 403 200 404 404"],
			["/admin/papers?kind=oferta&edition=draft", "404 404 403 404 404 404"],
			["/admin/papers?kind=oferta&do=compare", "200 200 403 200 404 404"],
			["/admin/papers?kind=oferta&do=edit", "200 200 403 403 404 404"],
			["/admin/papers?kind=oferta&do=remove", "404 404 403 403 404 404"],
			["/admin/papers?kind=anything", "404 404 403 404 404 404"],
			["/admin/look", "200 200 403 200 404 404"],
			["/admin/look?tab=landing", "200 403 403 403 404 404"],
			["/admin/look?tab=announcement", "200 200 403 200 404 404"],
			["/admin/look?tab=announcement&do=end&id=nothing", "404 404 403 403 404 404"],
			["/admin/look?tab=anything", "404 404 403 404 404 404"],
			["/admin/look?do=take", "404 404 403 403 404 404"],
		])("%s is for who has the right: page, data, and a form without its page", async (address, expected) => {
			const path = address
				.replace("card", card(anna))
				.replace(/^renewal/, renewal(anna))
				.replace(/^shown/, shownPage)
				.replace(/^ledger/, `/admin/ledger?account=${idOf(anna)}`);
			const before = await stateOf(anna);
			// So many forms without a proof are too many in the end, and are refused for that alone.
			await db.deleteFrom("throttles").execute();
			expect(await statuses((person) => person.fetch(path))).toBe(expected);
			// The framework's data of a redirect are 202.
			const data = path.replace(/^\/admin[^?]*/, (name) => `${name}.data`);
			expect(await statuses((person) => person.fetch(data))).toBe(expected.replaceAll("303", "202"));
			for (const at of [path, data]) {
				const posted = await statuses((person) => person.post(at, {}));
				// Without a right nothing but the refusal; with it an empty form does nothing.
				for (const [i, status] of expected.split(" ").entries()) {
					const got = posted.split(" ")[i];
					if (status === "403" || status === "404") expect([at, i, got]).toEqual([at, i, status]);
					// 409: the settings are set by a file here.
					else expect(["202", "303", "400", "403", "404", "409"]).toContain(got);
				}
			}
			expect(await stateOf(anna)).toBe(before);
		});

		test("an accountant is led nowhere that the role may not go: to no person, and to no file of the plans", async () => {
			const seen = async (role: Role, path: string) => (await who(role).fetch(path)).text();
			const person = `href="${card(anna)}"`;
			expect(await seen("administrator", "/admin/bills?bill=1")).toContain(person);
			expect(await seen("accountant", "/admin/bills?bill=1")).not.toContain("/admin/people");
			const file = 'href="/admin/plans?format=json"';
			expect(await seen("administrator", "/admin/plans")).toContain(file);
			const plans = await seen("accountant", "/admin/plans");
			expect(plans).not.toMatch(/format=json|do=take/);
			expect(plans.replace(/<!-- -->/g, "")).toContain("Задано файлом content/plans.json");
		});

		test("an accountant sees e-mails masked: of who ordered a bill, who turned a renewal off, who wrote a draft", async () => {
			const [owner, accountant, boris] = [who("owner"), who("accountant"), await enrol("boris")];
			await agreed(db, idOf(boris));
			const proof = { currentPassword: owner.password, reason: "Просит по телефону" };
			expect((await owner.post(`${renewal(boris)}&do=stop`, proof)).status).toBe(303);
			const draft = { kind: "consent", title: "Согласие", description: "", body: "", revision: 1 } as const;
			await db
				.insertInto("paper_drafts")
				.values({ ...draft, changed_by: idOf(owner), changed_at: 1 })
				.execute();
			for (const [path, email] of [
				["/admin/bills?bill=1", anna.email],
				["/admin/bills.data?bill=1", anna.email],
				["/admin/bills.data?bill=1&do=cancel", anna.email],
				[renewal(boris), owner.email],
				[renewal(boris).replace("?", ".data?"), owner.email],
				["/admin/papers", owner.email],
				["/admin/papers.data", owner.email],
			] as const) {
				const seen = async (person: Person) => (await (await person.fetch(path)).text()).includes(email);
				expect([path, await seen(owner), await seen(accountant)]).toEqual([path, true, false]);
			}
			await db.deleteFrom("paper_drafts").execute();
		});

		test("of their own a member of staff ends the sessions here: the second step is /account's, by password and code", async () => {
			const support = await enrol("second", "support");
			const factor = { sealed_seed: "", confirmed_at: 1, last_step: 0, created_at: 1 };
			const own = card(support);
			const proof = { currentPassword: support.password, reason: "Потерян телефон" };
			const other = await enrol("third");
			expect((await support.post(`${card(other)}&do=end-sessions`, proof)).status).toBe(303);
			await db
				.insertInto("second_factors")
				.values({ account_id: idOf(support), ...factor })
				.execute();
			for (const act of ["drop-second-step", "block", "unblock"]) {
				expect((await support.fetch(`${own}&do=${act}`)).status).toBe(404);
				expect((await support.post(`${own}&do=${act}`, { reason: "Моё" })).status).toBe(404);
			}
			expect(await db.selectFrom("second_factors").select("account_id").execute()).toEqual([
				{ account_id: idOf(support) },
			]);
			expect(await stateOf(support)).toBe("active");
			expect((await support.post(`${own}&do=end-sessions`, { reason: "Моё" })).status).toBe(303);
		});

		test("who has no role gets the page of an unknown address, byte by byte, signed in or not", async () => {
			const page = async (person: Person, path: string) => {
				const response = await person.fetch(path);
				const html = (await response.text())
					.replaceAll(path, "PATH")
					.replace(/nonce="[^"]*"/g, "")
					.replaceAll(response.headers.get("X-Request-Id") ?? "no id", "ID");
				const headers = [...response.headers.keys()].sort().join();
				return [response.status, response.headers.get("Cache-Control"), headers, html];
			};
			for (const role of ["person", "nobody"] as const) {
				for (const path of ["/admin", "/admin/people", "/admin/team", "/admin/journal"])
					expect(await page(who(role), path)).toEqual(await page(who(role), "/nowhere"));
			}
		});

		test("show nothing of what people write and are answered: no page, no file, to no role", async () => {
			// A rating with a comment is shown, and nothing else of its conversation.
			const answer = await db
				.selectFrom("answers")
				.select("id")
				.where("account_id", "=", idOf(anna))
				.executeTakeFirstOrThrow();
			const rated = { intent: "rate", answerId: answer.id, rating: "down", reason: "Неточно про <чай>" };
			expect((await anna.post("/chat", rated)).status).toBe(303);
			const paths = [
				...["/admin", "/admin?days=1", "/admin/people", "/admin/payments", "/admin/team", "/admin/journal"],
				...[
					"/admin/shown",
					shownPage,
					"/admin/state",
					"/admin/start",
					"/admin/feedback",
					"/admin/feedback?show=commented",
				],
				...[card(anna), `${card(anna)}&do=block`, "/admin/payments?format=csv", "/admin/feedback?format=csv"],
				...["/admin/payments?view=days", "/admin/payments?view=days&format=csv"],
				...[`/admin/ledger?account=${idOf(anna)}`, `/admin/ledger?account=${idOf(anna)}&format=csv`],
				...["/admin/renewals", renewal(anna), "/admin/renewals?format=csv"],
				...["people", "codes", "bills", "news", "team", "shown", "journal"].map(
					(list) => `/admin/${list}?format=csv`,
				),
				...["messages", "money", "first-piece", "people", "models", "failures"].map(
					(table) => `/admin?format=csv&table=${table}`,
				),
			];
			let shown = 0;
			for (const role of ROLES) {
				for (const path of paths) {
					for (const at of [path, path.replace(/^\/admin[^?]*/, (name) => `${name}.data`)]) {
						const response = await who(role).fetch(at);
						const text = await response.text();
						if (response.status === 200) shown++;
						expect(text).not.toContain(MARKER);
					}
				}
			}
			expect(shown).toBeGreaterThan(100);
			const feedback = await (await who("support").fetch("/admin/feedback")).text();
			expect(feedback).toContain("Неточно про &lt;чай&gt;");
			const file = await (await who("support").fetch("/admin/feedback?format=csv")).text();
			expect(file).toContain("Неточно про <чай>");
			expect(file).not.toContain(anna.email);
			expect((await journal()).at(-1)).toMatchObject({ act: "feedback-exported", actor_role: "support" });
		});

		test("figures come with money for who may see it, as a file too", async () => {
			await expect
				.poll(async () => (await db.selectFrom("stat_days").select("metric").execute()).length)
				.toBeGreaterThan(0);
			const page = async (role: Role) =>
				(await (await screenOf({ instance }, who(role))).text()).replaceAll("&nbsp;", " ");
			const money = /Поступило|Возвращено|Расход|Стали платить/;
			for (const role of ["owner", "administrator", "accountant"] as const)
				expect(await page(role)).toMatch(money);
			expect(await page("support")).not.toMatch(money);
			expect(await page("support")).toContain("Активные люди");
			const file = (role: Role, table: string) => who(role).fetch(`/admin?format=csv&days=7&table=${table}`);
			const models = await (await file("accountant", "models")).text();
			expect(models).toContain("Расход");
			expect(await (await file("support", "models")).text()).not.toContain("Расход");
			const sums = await file("accountant", "money");
			expect(sums.headers.get("Content-Type")).toContain("text/csv");
			expect((await sums.text()).trim().split("\r\n")).toHaveLength(8);
			expect((await file("support", "money")).headers.get("Content-Type")).toContain("text/html");
			expect((await file("owner", "__proto__")).headers.get("Content-Type")).toContain("text/html");
		});

		test("a letter, an answer and a payment can be tried; each says what came of it, and is in the journal", async () => {
			const owner = who("administrator");
			const began = Date.now();
			const tried = async (intent: string) => {
				const response = await owner.post("/admin/start", { intent });
				return [response.status, /<main.*<\/main>/s.exec(await response.text())?.[0] ?? ""] as const;
			};
			expect(await tried("email")).toEqual([200, expect.stringContaining("письмо лежит файлом")]);
			expect(await tried("answer")).toEqual([200, expect.stringContaining("отвечает справочник")]);
			const [status, html] = await tried("payment");
			expect([status, html]).toEqual([
				200,
				expect.stringMatching(/нет платных тарифов|Оплата в песочнице прошла/),
			]);
			expect((await owner.post("/admin/start", { intent: "anything" })).status).toBe(404);
			const acts = (await journal()).slice(-3).map(({ act, actor_role }) => `${act} ${actor_role}`);
			expect(acts).toEqual(["email", "answer", "payment"].map((what) => `${what}-tried administrator`));
			// A stolen cookie cannot send e-mails without limit.
			for (let i = 0; i < 7; i++) await tried("answer");
			await countAsAtOnce(db, began);
			expect((await tried("email"))[0]).toBe(429);
		});

		test("a stolen cookie alone does nothing; who has proved to be there does, once, and the journal knows", async () => {
			const boris = await enrol("boris");
			const owner = await enrol("second", "owner");
			const block = `${card(boris)}&do=block`;
			const reason = "Рассылал рекламу <b>";
			expect((await owner.post(block, {})).status).toBe(400);
			for (const currentPassword of ["", "не тот пароль"]) {
				const refused = await owner.post(block, { reason, currentPassword });
				expect(refused.status).toBe(400);
				const html = await refused.text();
				// What was typed is there, the password is not.
				expect(html).toContain("Рассылал рекламу &lt;b");
				expect(html).not.toContain("не тот пароль");
			}
			const foreign = await owner.fetch(block, {
				method: "POST",
				body: new URLSearchParams({ reason, currentPassword: owner.password }),
				headers: { Origin: "https://evil.example" },
			});
			expect(foreign.status).toBe(403);
			expect(await stateOf(boris)).toBe("active");

			const count = (await journal()).length;
			const done = await owner.post(block, { reason, currentPassword: owner.password });
			expect([done.status, done.headers.get("Location")]).toEqual([303, card(boris)]);
			expect(await (await owner.fetch(card(boris))).text()).toContain("Доступ закрыт, сеансы завершены");
			expect(await stateOf(boris)).toBe("blocked");
			expect((await boris.fetch("/chat")).status).toBe(302);
			// Sent again it changes nothing and is no second entry.
			expect((await owner.post(block, { reason })).status).toBe(303);
			const entries = (await journal()).slice(count);
			// Coming back to the card is an opening, too: what a cookie says of an act keeps nothing out of the journal.
			expect(entries.map(({ act }) => act)).toEqual(["person-blocked", "person-opened"]);
			expect(entries[0]).toMatchObject({
				actor_id: idOf(owner),
				actor_role: "owner",
				account_id: idOf(boris),
				reason,
			});
			expect(entries[0]?.request_id).not.toBe("");

			// The proof is the session's: another one of the same owner begins anew.
			const elsewhere = new Person(instance, owner.email);
			await elsewhere.post("/login", { email: owner.email, password: owner.password });
			const unblock = `${card(boris)}&do=unblock`;
			expect((await elsewhere.post(unblock, { reason })).status).toBe(400);
			expect((await owner.post(unblock, { reason })).status).toBe(303);
			expect(await stateOf(boris)).toBe("active");
		});

		test("an owner gives and takes roles with a proof each time; a role is gone with the next request", async () => {
			const owner = await enrol("third", "owner");
			const vera = await enrol("vera");
			const role = (fields: Record<string, string>, more = "") =>
				owner.post(`/admin/team?do=role${more}`, { reason: "Новый человек", ...fields });
			const { password: currentPassword } = owner;
			const give = { email: vera.email, role: "support" };
			expect((await role({ ...give, currentPassword })).status).toBe(303);
			expect((await vera.fetch("/admin/people")).status).toBe(200);
			// A proof of a moment ago does not count for roles.
			const take = { role: "none" };
			expect((await role(take, `&account=${idOf(vera)}`)).status).toBe(400);
			expect((await role({ ...take, currentPassword }, `&account=${idOf(vera)}`)).status).toBe(303);
			expect((await vera.fetch("/admin/people")).status).toBe(404);
			expect((await vera.post(`${card(anna)}&do=block`, { reason: "Назло" })).status).toBe(404);

			const odd: [Record<string, string>, number][] = [
				[{ email: "не почта", role: "support" }, 400],
				[{ email: vera.email, role: "tsar" }, 400],
				[{ email: vera.email }, 400],
				[{ email: "nobody@example.ru", role: "support" }, 422],
				[{ email: owner.email, role: "support" }, 422],
			];
			for (const [fields, status] of odd) {
				const answer = await role({ ...fields, currentPassword });
				expect([fields, answer.status]).toEqual([fields, status]);
			}
			const last = (await journal()).slice(-2);
			expect(last.map(({ before, after }) => [before, after])).toEqual([
				[null, "support"],
				["support", null],
			]);
			const page = await (await who("support").fetch("/admin/journal")).text();
			expect(page).not.toContain("Новый человек");
			expect(await (await who("administrator").fetch("/admin/journal")).text()).toContain("Новый человек");
		});

		test("the journal is a file too, chained by its hashes: one's own acts, or all; itself its first line", async () => {
			const lines = async (role: Role) => {
				const file = await who(role).fetch("/admin/journal?format=csv");
				expect(file.headers.get("Content-Type")).toContain("text/csv");
				const [, ...rows] = (await file.text()).trim().split("\r\n");
				return rows.map((row) => row.split(";"));
			};
			const all = await lines("administrator");
			expect(all[0]).toEqual(expect.arrayContaining(["Журнал выгружен", "Администратор"]));
			expect(all.length).toBeGreaterThan(50);
			// Each line ends with the hash of the entry before, and its own.
			for (const [i, line] of all.slice(1).entries()) expect(line.at(-1)).toBe(all[i]?.at(-2));
			expect(all.flat().join()).not.toContain(anna.email);
			const own = await lines("support");
			expect(new Set(own.map((line) => line[2]))).toEqual(new Set([ids.get(who("support"))]));
		});

		test("an invitation leads to a registration, and the list finds who has an account", async () => {
			const email = `guest.${crypto.randomUUID().slice(0, 6)}@example.ru`;
			const support = who("support");
			expect((await support.post("/admin/people?do=invite", { emails: "не почта" })).status).toBe(400);
			// A stolen cookie writes to nobody.
			expect((await support.post("/admin/people?do=invite", { emails: email })).status).toBe(400);
			const proof = { currentPassword: support.password };
			expect((await support.post("/admin/people?do=invite", { emails: anna.email, ...proof })).status).toBe(
				422,
			);
			expect((await support.post("/admin/people?do=invite", { emails: email })).status).toBe(303);
			const list = await (await support.fetch("/admin/people")).text();
			expect(list).toContain("Приглашение отправлено");
			expect(list).toMatch(/\/verify-mail\?token=[\w-]{43}/);
			const found = await (await support.fetch(`/admin/people?q=${anna.email}`)).text();
			expect(found).toContain(idOf(anna));
			expect(found).not.toContain(idOf(support));
			expect((await journal()).at(-1)).toMatchObject({
				act: "person-invited",
				after: expect.stringMatching(/^gu…@/),
			});
		});
	});
});
