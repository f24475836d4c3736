import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import journalTexts from "../../../../app/i18n/ru/admin-journal.ts";
import type { StaffAct } from "../../../../app/platform/db/tables/staff.ts";
import { orderBill } from "../../../billing/bills/bill.ts";
import { agreed } from "../../../billing/renewals/agreed.ts";
import { startFakeMcp } from "../../../support/fakes/fake-mcp-http.ts";
import { type FakeModel, startFakeModel } from "../../../support/fakes/fake-model.ts";
import { startFakeSearch } from "../../../support/fakes/fake-search.ts";
import type { Person } from "../../../support/person.ts";
import { runCommand, settingsBeside } from "../../../support/run-command.ts";
import { type AdminSite, eachSite, enrol, idOf } from "../enrol.ts";
import { sendForm, sendTyped } from "../forms.ts";

const HOUR = 3_600_000;
const local = (at: number) => new Date(at + 3 * HOUR).toISOString().slice(0, 16);
const hidden = (html: string, name: string) =>
	new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? "";

let model: FakeModel;
let search: Awaited<ReturnType<typeof startFakeSearch>>;
let mcp: Awaited<ReturnType<typeof startFakeMcp>>;
beforeAll(async () => {
	[model, search, mcp] = await Promise.all([
		startFakeModel({ models: ["big", "small"] }),
		startFakeSearch([{ url: "https://cbr.ru/rate", title: "Ставка", snippet: "Слова" }]),
		startFakeMcp({ era: "modern", fault: "none" }),
	]);
});
afterAll(() => Promise.all([model.stop(), search.stop(), mcp.stop()]));

eachSite((start) => {
	describe("the journal of what staff do", () => {
		let site: AdminSite;
		let owner: Person;
		let anna: Person;
		let boris: Person;
		let vera: Person;
		const ids = new Map<Person, string>();
		beforeAll(async () => {
			// So slow that a newsletter is still being sent when it is stopped.
			site = await start({ YOOKASSA_RENEWAL: "1", NEWS_PER_MINUTE: "1", MODEL_TITLES: "0" });
			owner = await enrol(site, "owner", "owner");
			[anna, boris, vera] = [
				await enrol(site, "anna"),
				await enrol(site, "boris"),
				await enrol(site, "vera"),
			];
			for (const person of [anna, boris, vera]) {
				const id = await idOf(site, person);
				ids.set(person, id);
				const news = { kind: "news" as const, act: "given" as const, document_version: "2026-11-23", at: 1 };
				await site.db
					.insertInto("consents")
					.values({ id: randomUUID(), account_id: id, ip_network: "", user_agent: "", ...news })
					.execute();
			}
			await agreed(site.db, ids.get(boris) ?? "");
			for (let i = 0; i < 2; i++) await orderBill(site.db, ids.get(boris) ?? "", Date.now());
			const factor = { sealed_seed: "", confirmed_at: 1, last_step: 0, created_at: 1 };
			await site.db
				.insertInto("second_factors")
				.values({ account_id: ids.get(vera) ?? "", ...factor })
				.execute();
		});

		const entries = (after = 0) =>
			site.db.selectFrom("staff_events").selectAll().where("number", ">", after).orderBy("number").execute();

		/** The proof is sent with each form: when one is asked for is the subject of another test. */
		const send = (path: string, fields: Record<string, string> = {}) =>
			owner.post(path, { currentPassword: owner.password, reason: "Заявка 214", ...fields });
		const form = (path: string, fields: Record<string, string> = {}, from = path) =>
			sendForm(owner, path, Object.entries(fields), from);
		const typed = (path: string, changed: Record<string, string> = {}) => sendTyped(owner, path, changed);
		const file = (path: string) => owner.fetch(`${path}${path.includes("?") ? "&" : "?"}format=csv`);
		const card = (person: Person, act = "") =>
			`/admin/people?account=${ids.get(person)}${act && `&do=${act}`}`;

		const [news, draft, bought] = [randomUUID(), randomUUID(), randomUUID()];
		const letter = (requestId: string) =>
			send("/admin/news?do=new", { requestId, subject: "Новости", body: "Текст" });
		const ofLetter = (id: string, act: string, fields = {}) =>
			send(`/admin/news?newsletter=${id}&do=${act}`, fields);
		const CONSENT = "/admin/papers?kind=consent";
		const write = () =>
			form(`${CONSENT}&do=edit`, { title: "Согласие", description: "О нём", body: "## Кому\n\n1. Всем." });
		const serverOf = async () =>
			/server=([0-9a-f]{12})/.exec(await (await owner.fetch("/admin/models")).text())?.[1] ?? "";
		const server = { title: "Наш", place: "home", usage: "1" };
		const SCHOOL = "/admin/tools?do=allow&server=school";

		async function buys(person: Person, paymentId: string, outcome: "pay" | null) {
			const order = { intent: "pay", paymentId, planKey: "plus-month", receiptEmail: person.email };
			expect((await person.post("/payment", order)).status).toBe(303);
			if (!outcome) return;
			await person.post("/payment/sandbox", { paymentId, outcome });
			await person.fetch(`/payment/success?payment=${paymentId}`);
		}

		/** Each act by its request, and the entry that it makes. In this order: some need what others have made. */
		const ACTS: [act: StaffAct, does: () => Promise<Response>][] = [
			[
				"secret-set",
				() => form("/admin/models?do=server", { ...server, baseUrl: model.url, key: "sk-of-a-test-a1b2" }),
			],
			[
				"server-changed",
				async () =>
					form(`/admin/models?do=server&server=${await serverOf()}`, {
						...server,
						baseUrl: model.url,
						idle: "70",
					}),
			],
			["server-checked", async () => form(`/admin/models?do=check&server=${await serverOf()}`)],
			[
				"models-added",
				async () => {
					const check = `/admin/models?do=check&server=${await serverOf()}`;
					const both: [string, string][] = [
						["intent", "add"],
						["add", "big"],
						["add", "small"],
					];
					return sendForm(owner, check, both);
				},
			],
			[
				"model-changed",
				() => form("/admin/models?do=model&model=big", { title: "Большая", modelName: "big", on: "1" }),
			],
			["models-moved", () => form("/admin/models", { move: "small", by: "up" })],
			["answer-tried", () => send("/admin/start", { intent: "answer" })],
			["email-tried", () => send("/admin/start", { intent: "email" })],
			["payment-tried", () => send("/admin/start", { intent: "payment" })],
			["settings-taken", () => typed("/admin/plans?do=take")],
			["settings-exported", () => owner.fetch("/admin/plans?format=json")],
			[
				"plan-changed",
				() => typed("/admin/plans?do=plan&key=plus-month", { description: "Другими словами" }),
			],
			["plan-off", () => typed("/admin/plans?do=off&key=pro-year")],
			["plan-on", () => typed("/admin/plans?do=on&key=pro-year", {})],
			["plans-moved", () => form("/admin/plans", { move: "pro-month", by: "up" })],
			[
				"promo-code-made",
				async () => {
					const code = { promoCode: "ШКОЛА20", kind: "percent", value: "20", scope: "any" };
					return send("/admin/codes?do=new", { ...code, plans: "plus-month" });
				},
			],
			["promo-codes-exported", () => file("/admin/codes")],
			["promo-code-off", () => send(`/admin/codes?code=${encodeURIComponent("ШКОЛА20")}&do=off`)],
			["person-invited", () => send("/admin/people?do=invite", { emails: "guest@example.ru" })],
			["invitation-resent", async () => send(`/admin/people?do=resend&invitation=${await invited()}`)],
			["invitation-revoked", async () => send(`/admin/people?do=revoke&invitation=${await invited()}`)],
			["person-opened", () => owner.fetch(card(boris))],
			["sessions-ended", () => send(card(boris, "end-sessions"))],
			["second-step-dropped", () => send(card(vera, "drop-second-step"))],
			["person-blocked", () => send(card(vera, "block"))],
			["person-unblocked", () => send(card(vera, "unblock"))],
			["plan-granted", () => send(card(vera, "grant-plan"), { plan: "plus-month", requestId: randomUUID() })],
			[
				"allowance-corrected",
				() => send(card(vera, "correct-allowance"), { sign: "add", messages: "5", requestId: randomUUID() }),
			],
			["role-changed", () => send("/admin/team?do=role", { email: vera.email, role: "support" })],
			["team-exported", () => file("/admin/team")],
			["people-exported", () => file("/admin/people")],
			["ledger-exported", () => file(`/admin/ledger?account=${ids.get(vera)}`)],
			["renewals-exported", () => file("/admin/renewals")],
			["renewal-off", () => send(`/admin/renewals?account=${ids.get(boris)}&do=stop`)],
			[
				"payment-asked",
				async () => {
					const paymentId = randomUUID();
					await buys(anna, paymentId, null);
					return send(`/admin/payments?payment=${paymentId}&do=ask`);
				},
			],
			[
				"payment-refunded",
				async () => {
					await buys(anna, bought, "pay");
					const page = `/admin/payments?payment=${bought}&do=refund`;
					const html = await (await owner.fetch(page)).text();
					const asked = { requestId: hidden(html, "requestId"), kopecks: hidden(html, "kopecks") };
					return send(page, asked);
				},
			],
			["payments-exported", () => file("/admin/payments")],
			["bill-paid", () => send("/admin/bills?bill=1&do=paid")],
			["bill-returned", () => send("/admin/bills?bill=1&do=return")],
			["bill-canceled", () => send("/admin/bills?bill=2&do=cancel")],
			["bills-exported", () => file("/admin/bills")],
			["backup-asked", () => send("/admin/state?do=backup")],
			[
				"conversation-opened",
				async () => {
					const { conversationId } = await anna.ask("Разговор, который показан поддержке");
					await anna.post("/chat/show", { intent: "show", conversationId, note: "" });
					const { id } = await site.db.selectFrom("support_access").select("id").executeTakeFirstOrThrow();
					return owner.fetch(`/admin/shown?id=${id}`);
				},
			],
			["shown-exported", () => file("/admin/shown")],
			["feedback-exported", () => file("/admin/feedback")],
			["look-changed", () => form("/admin/look", { name: "Школа" })],
			[
				"announcement-set",
				() => {
					const times = { from: local(Date.now() - HOUR), until: local(Date.now() + HOUR) };
					return form("/admin/look?tab=announcement", { text: "Ночью работы", audience: "all", ...times });
				},
			],
			[
				"announcement-ended",
				async () => {
					const list = await (await owner.fetch("/admin/look?tab=announcement")).text();
					const id = /do=end&amp;id=([\w-]+)/.exec(list)?.[1];
					return form(`/admin/look?tab=announcement&do=end&id=${id}`);
				},
			],
			["newsletter-saved", () => letter(news)],
			["newsletter-tried", () => send(`/admin/news?newsletter=${news}`, { intent: "try" })],
			["newsletter-started", () => ofLetter(news, "send", { revision: "1" })],
			["newsletter-stopped", () => ofLetter(news, "stop")],
			["newsletter-saved", () => letter(draft)],
			["newsletter-removed", () => ofLetter(draft, "remove")],
			["newsletters-exported", () => file("/admin/news")],
			["paper-saved", write],
			[
				"paper-published",
				async () => {
					const page = `${CONSENT}&edition=draft`;
					const day = /min="(\d{4}-\d\d-\d\d)"/.exec(await (await owner.fetch(page)).text())?.[1] ?? "";
					return form(page, { day });
				},
			],
			["paper-saved", write],
			["paper-removed", () => form(`${CONSENT}&do=remove`)],
			["details-changed", () => typed("/admin/details", { phone: "+7 495 000-00-00" })],
			["search-changed", () => form("/admin/tools?do=search", { provider: "searxng", url: search.url })],
			["search-checked", () => form("/admin/tools?do=check")],
			["own-tools-changed", () => form("/admin/tools?do=own", { "known:current_time": "1" })],
			[
				"tool-server-changed",
				() => {
					const school = { title: "Школа", serverKey: "school", url: mcp.url, place: "home" };
					return form("/admin/tools?do=server", school);
				},
			],
			["tool-server-checked", () => form(SCHOOL, { intent: "ask" })],
			[
				"tools-allowed",
				() => {
					const echo = { tool: "echo", "use:echo": "read", "asks:echo": "no", "title:echo": "Повтор" };
					return form(SCHOOL, { intent: "save", ...echo });
				},
			],
			["tool-server-removed", () => form("/admin/tools?do=remove&server=school")],
			["model-removed", () => form("/admin/models?do=remove&model=small")],
			["server-removed", async () => form(`/admin/models?do=remove&server=${await serverOf()}`)],
			["data-exported", () => send(card(boris, "export-data"))],
			["person-deleted", () => send(card(boris, "delete"), { email: boris.email, noRefund: "on" })],
			["journal-exported", () => file("/admin/journal")],
		];

		const invited = async () => {
			const waits = site.db.selectFrom("pending_registrations").select("id").where("offer_version", "=", "");
			return (await waits.executeTakeFirstOrThrow()).id;
		};

		/** Whoever sees e-mails has none to be shown. */
		test("has exactly one entry for an e-mail that support is shown", async () => {
			const support = await enrol(site, "support", "support");
			const before = (await entries()).at(-1)?.number ?? 0;
			const answer = await support.post(card(anna, "show-email"), { currentPassword: support.password });
			expect(answer.status).toBe(303);
			expect(await entries(Number(before))).toEqual([
				expect.objectContaining({ act: "email-shown", actor_role: "support", account_id: ids.get(anna) }),
			]);
		});

		test("has exactly one entry for each act, of who has done it, and from where", async () => {
			for (const [act, does] of ACTS) {
				// So many proofs in a minute are too many otherwise.
				await site.db.deleteFrom("throttles").execute();
				const before = (await entries()).at(-1)?.number ?? 0;
				const answer = await does();
				await answer.text();
				const made = await entries(Number(before));
				expect([act, answer.status < 400, made.map((entry) => entry.act)]).toEqual([act, true, [act]]);
				expect(made[0]).toMatchObject({ actor_id: await idOf(site, owner), actor_role: "owner" });
				expect(made[0]?.request_id).not.toBe("");
				expect(made[0]?.ip_network).not.toBe("");
			}
		});

		test("knows each act that it has a word for, and no other", () => {
			const done = new Set(["email-shown", ...ACTS.map(([act]) => act)]);
			expect([...done].toSorted()).toEqual(Object.keys(journalTexts.acts).toSorted());
			expect(done.size).toBeGreaterThan(60);
		});

		test("is verified by the doctor, who names the entry of which one byte was changed", async () => {
			const doctor = () => runCommand("doctor", ["journal"], settingsBeside(site.instance));
			expect(await doctor()).toMatchObject({ code: 0, out: expect.stringContaining("Цепочка цела") });
			const blocked = (await entries()).find(({ act }) => act === "person-blocked");
			const number = Number(blocked?.number);
			const change = (values: { reason?: string; after?: string; hash?: string }) =>
				site.db.updateTable("staff_events").set(values).where("number", "=", number).execute();
			await change({ reason: "Заявка 215" });
			const broken = await doctor();
			expect(broken).toMatchObject({ code: 1, out: expect.stringContaining(`запись ${number} изменена`) });
			// The screen says it, too, above the entries of its page.
			const page = await (await owner.fetch(`/admin/journal?before=${number + 10}`)).text();
			expect(page.replaceAll("\u00a0", " ")).toContain(`Цепочка нарушена у записи ${number}.`);
			await change({ reason: "Заявка 214" });
			expect(await doctor()).toMatchObject({ code: 0 });
		});
	});
});
