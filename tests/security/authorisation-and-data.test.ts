import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FakeModel, startFakeModel } from "../support/fakes/fake-model.ts";
import { builtRoutes, dataOf } from "./built-routes.ts";
import { changedTables, dump, settled, type Victim, victimOf } from "./forms.ts";
import { openSite, type Site, waitForEmail } from "./site.ts";
import { type Answer, CONSENTS, newEmail, PASSWORD, Visitor } from "./visitor.ts";

const routes = builtRoutes();
const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

let model: FakeModel;
let site: Site;
let anna: Victim;
let boris: Visitor;
beforeAll(async () => {
	model = await startFakeModel();
	site = await openSite({ MODEL_BASE_URL: model.url, MODELS: "test-model" });
	[anna, boris] = await Promise.all([victimOf(site), new Visitor(site).register()]);
});
afterAll(async () => {
	await site?.stop();
	await model?.stop();
});

describe("check 40: another person's things", () => {
	/** What an answer tells, with the id that was asked for taken out of it. */
	const told = ({ status, location, text }: Answer, id: string) => ({
		status,
		location,
		body: text
			.replaceAll(id, "ID")
			.replace(/nonce="[^"]*"/g, "")
			.replace(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, "UUID"),
	});

	test("are 404 like what does not exist, in every form that names an id", async () => {
		await settled(site);
		const before = await dump(site);
		let tried = 0;
		for (const { path, fields } of anna.forms) {
			for (const [name, value] of Object.entries(fields)) {
				// Ids that the sender makes up himself come in another test.
				const isMadeUp =
					/^(prompt|attempt|refund|bill)Id$/.test(name) ||
					/^(pay|make-collection)$/.test(fields.intent ?? "");
				if (!UUID.test(value) || isMadeUp) continue;
				const ends = [];
				for (const id of [value, crypto.randomUUID()]) {
					const fresh = {
						...("promptId" in fields && { promptId: crypto.randomUUID() }),
						attemptId: crypto.randomUUID(),
					};
					for (const target of [path, dataOf(path)]) {
						const answer = await boris.post(target, { ...fields, ...fresh, [name]: id });
						ends.push(told(answer, id));
					}
				}
				// To end a session, to delete a card or to take a file away twice is no mistake: what is not there has gone already.
				const isGone = fields.intent === "end-session" || fields.intent === "unlink-card";
				const status = isGone ? 303 : path === "/chat/files" ? 200 : 404;
				expect([path, name, ends[0]?.status, ends.slice(0, 2)]).toEqual([path, name, status, ends.slice(2)]);
				tried++;
			}
		}
		expect(tried).toBeGreaterThanOrEqual(4);
		const changed = changedTables(before, await dump(site));
		expect(changed.filter((table) => table !== "throttles")).toEqual([]);
	});

	test("are 404 at every address that takes an id, as a page, as data and as a stream", async () => {
		const [{ id: conversationId = "" } = {}] = await ids("conversations");
		const [{ id: answerId = "" } = {}] = await ids("answers");
		const [{ id: purchaseId = "" } = {}] = await ids("purchases");
		expect((await anna.person.get(`/chat?c=${conversationId}`)).status).toBe(200);
		// Says once what has been done before.
		await boris.get("/account");
		for (const id of [conversationId, answerId, purchaseId]) {
			// What may be downloaded only so often, and tells of itself, is looked at below.
			for (const { path } of routes.filter(({ path }) => path !== "/account/export")) {
				const query = (id: string) =>
					["c", "answer", "id", "account", "conversation", "session", "payment", "show", "refund"]
						.map((name) => `${name}=${id}`)
						.join("&");
				for (const target of [path, dataOf(path)]) {
					const own = told(await boris.get(`${target}?${query(id)}`), id);
					const unknown = crypto.randomUUID();
					const none = told(await boris.get(`${target}?${query(unknown)}`), unknown);
					const alike = own.body === none.body;
					expect([target, own.status, own.location, alike]).toEqual([
						target,
						none.status,
						none.location,
						true,
					]);
					expect([target, own.body.includes("Как заварить чай")]).toEqual([target, false]);
				}
			}
		}
		const own = await boris.get(`/account/export?account=${await idOf(anna.person)}&c=${conversationId}`);
		expect([own.status, own.text.includes(boris.email), own.text.includes(anna.person.email)]).toEqual([
			200,
			true,
			false,
		]);
		expect(own.text).not.toContain("Как заварить чай");
		expect((await boris.get(`/chat?c=${conversationId}`)).status).toBe(404);
		expect((await boris.get(`/chat/events?answer=${answerId}`)).status).toBe(404);
	});

	test("are not reached by an id that the sender invents", async () => {
		const [{ id: promptId = "" } = {}] = await ids("prompts");
		const before = await site.sql("select * from prompts where id = ?", promptId);
		const asked = await boris.post("/chat", { intent: "ask", promptId, conversationId: "", text: "Моё" });
		expect(asked.location).not.toContain((await ids("conversations"))[0]?.id);
		expect(asked.status).toBe(409);
		expect(await site.sql("select * from prompts where id = ?", promptId)).toEqual(before);
	});

	test("have ids that cannot be enumerated", async () => {
		for (const table of ["accounts", "sessions", "conversations", "prompts", "answers", "letters"]) {
			const found = await ids(table);
			expect(found.length, table).toBeGreaterThan(0);
			for (const { id } of found) expect([table, id]).toEqual([table, expect.stringMatching(UUID)]);
		}
	});

	const idOf = async ({ email }: Visitor) =>
		(await site.sql<{ id: string }>("select id from accounts where email = ?", email))[0]?.id ?? "";

	/** Of Anna's things where they are somebody's; otherwise of all. */
	const ids = (table: string) => {
		const annas = `(select id from accounts where email = '${anna.person.email}')`;
		const of: Record<string, string> = {
			conversations: `where account_id = ${annas}`,
			prompts: `where conversation_id in (select id from conversations where account_id = ${annas})`,
			answers: `where conversation_id in (select id from conversations where account_id = ${annas})`,
		};
		return site.sql<{ id: string }>(`select id from ${table} ${of[table] ?? ""}`);
	};
});

describe("check 41: a guard runs before every loader", () => {
	const GUARDED = [
		"/chat",
		"/chat/events",
		"/FAQ",
		"/payment",
		"/payment/success",
		"/payment/fail",
		"/payment/card",
		"/payment/renewal",
		"/account",
	];

	test("of every private screen, also when a single loader is requested", async () => {
		const stranger = new Visitor(site);
		const guarded = [];
		for (const route of routes) {
			const page = await stranger.get(route.path);
			if (!page.location.startsWith("/login?redirectTo=")) continue;
			guarded.push(route.path);
			if (route.isResource) continue;
			for (const only of ["", ...route.chain, route.chain.join(","), "root,routes/home"]) {
				const query = only && `?_routes=${encodeURIComponent(only)}`;
				for (const target of [dataOf(route.path), `${route.path}/_.data`, `${route.path}.data/`]) {
					const { status, location, text } = await stranger.get(target + query);
					// Nothing comes but the way to signing in.
					const led =
						location.startsWith("/login?redirectTo=") ||
						(status === 202 && text.length < 200 && text.includes("/login?redirectTo="));
					expect([target, only, led || status === 404]).toEqual([target, only, true]);
				}
			}
		}
		expect(guarded).toEqual(expect.arrayContaining(GUARDED));
	});

	test("in other spellings of its address too", async () => {
		for (const path of [
			"/CHAT",
			"/chat/",
			"/Chat.data",
			"/chat/.data",
			"//chat",
			"/chat%2f",
			"/./chat",
			"/faq",
			"/Account",
		]) {
			const { status, text } = await new Visitor(site).get(path);
			expect([path, status === 200 && !text.includes("/login?redirectTo=")]).toEqual([path, false]);
		}
	});

	test("of the staff's screens: staff without a second factor is led to turning it on, for a form too", async () => {
		const owner = await new Visitor(site).register();
		const [{ id = "" } = {}] = await site.sql<{ id: string }>(
			"select id from accounts where email = ?",
			owner.email,
		);
		await site.sql(
			"insert into staff (account_id, role, granted_at) values (?, 'owner', 1) returning role",
			id,
		);
		const before = await dump(site);
		for (const path of [
			"/admin",
			"/admin/people",
			"/admin/team?do=role",
			"/admin/journal",
			"/admin/state",
			"/admin/start",
			"/admin/feedback?format=csv",
		]) {
			for (const answer of [await owner.get(path), await owner.post(path, { email: newEmail() })])
				expect([path, answer.status, answer.location]).toEqual([path, 302, "/account?do=totp"]);
		}
		expect(changedTables(before, await dump(site))).toEqual([]);
	});

	test("of an action as well", async () => {
		const before = await dump(site);
		// The link of an e-mail turns a renewal off without signing in.
		const guarded = anna.forms.filter(
			({ path }) => /^\/(chat|account|payment)/.test(path) && path !== "/payment/renewal/stop",
		);
		for (const { path, fields } of guarded) {
			for (const target of [path, dataOf(path)]) {
				const { location, text } = await new Visitor(site).post(target, fields);
				expect([target, /\/login\?redirectTo=/.test(location + text)]).toEqual([target, true]);
			}
		}
		expect(changedTables(before, await dump(site))).toEqual([]);
	});
});

describe("check 42: fields that no form has", () => {
	const EXTRA = {
		id: "00000000-0000-4000-8000-000000000000",
		account_id: "",
		accountId: "",
		user_id: "",
		role: "admin",
		is_admin: "1",
		state: "blocked",
		balance: "1000000",
		plan: "plus-year",
		email_confirmed: "1",
		confirmed_at: "1",
		created_at: "1",
		password_hash: "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAA",
		offer_version: "1999-01-01",
		ip_network: "forged",
		user_agent: "forged",
		seen_at: "1",
		code_hash: "x",
		code_misses: "-100",
		misses: "-100",
		expires_at: "99999999999999",
	};

	test("create no account and change no other account", async () => {
		const [account] = await site.sql<{ id: string }>(
			"select id from accounts where email = ?",
			anna.person.email,
		);
		const extra = {
			...EXTRA,
			account_id: account?.id ?? "",
			accountId: account?.id ?? "",
			user_id: account?.id ?? "",
		};
		const mallory = new Visitor(site);
		await mallory.begin(undefined, extra);
		expect(await site.sql("select id from accounts where email = ?", mallory.email)).toEqual([]);
		expect((await mallory.signIn()).status).toBe(400);
		const { token } = await waitForEmail(site, mallory.email);
		await mallory.post("/verify-mail", { ...extra, token });
		await mallory.signIn(undefined, extra);
		await mallory.post("/change-password", {
			...extra,
			currentPassword: PASSWORD,
			newPassword: "совсем другие слова",
		});
		const asked = await mallory.post("/chat", {
			...extra,
			id: crypto.randomUUID(),
			intent: "ask",
			promptId: crypto.randomUUID(),
			conversationId: "",
			text: "Чей это вопрос?",
		});
		const [own] = await site.sql<Record<string, unknown>>(
			"select * from accounts where email = ?",
			mallory.email,
		);
		expect(own).toMatchObject({ state: "active", id: expect.stringMatching(UUID) });
		expect(own?.id).not.toBe(extra.id);
		expect(own?.password_hash).not.toBe(extra.password_hash);
		expect(Number(own?.created_at)).toBeGreaterThan(1_000_000_000_000);
		const sessions = await site.sql("select * from sessions where account_id = ?", String(own?.id));
		expect(sessions.length).toBeGreaterThan(0);
		const consents = await site.sql("select * from consents where account_id = ?", String(own?.id));
		expect(JSON.stringify([sessions, consents])).not.toMatch(/forged|1999/);
		const [conversation] = await site.sql(
			"select account_id from conversations where id = ?",
			asked.location.slice(8),
		);
		expect(conversation).toEqual({ account_id: own?.id });
	});

	test("extend no registration and allow no more guesses", async () => {
		const mallory = new Visitor(site, { email: newEmail() });
		await mallory.begin(undefined, EXTRA);
		for (let i = 0; i < 6; i++)
			await mallory.post("/verify-mail", { ...EXTRA, code: `00000${i}`, ...CONSENTS });
		const [row] = await site.sql<Record<string, number | string | null>>(
			"select code_hash, code_misses, expires_at, user_agent from pending_registrations where email = ?",
			mallory.email,
		);
		expect(row).toMatchObject({ code_hash: null, code_misses: 5 });
		expect(Number(row?.expires_at)).toBeLessThanOrEqual(Date.now() + 24 * 3_600_000);
		expect(row?.user_agent).not.toBe("forged");
	});
});
