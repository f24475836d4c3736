import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { STEP_UP_MS } from "../../../../app/accounts/staff/step-up.server.ts";
import { orderBill } from "../../../billing/bills/bill.ts";
import { PLUS } from "../../../billing/payment-context.ts";
import { agreed } from "../../../billing/renewals/agreed.ts";
import type { Person } from "../../../support/person.ts";
import { type AdminSite, eachSite, enrol, idOf } from "../enrol.ts";
import { post } from "../forms.ts";

const reason = "Заявка 214";
const key = "sk-of-a-test-a1b2";
const server = { title: "Наш", place: "home", usage: "1" };
const plain = async (response: Response) => (await response.text()).replaceAll("\u00a0", " ");
/** There is nobody behind it: nothing here comes so far. */
const URL_OF_SERVER = "https://model.example.ru/v1";
const LARGE = 500_001;

eachSite((start) => {
	describe("a proof that the actor is there", () => {
		let site: AdminSite;
		let owner: Person;
		let anna: string;
		let boris: Person;
		let large: string;
		let small: string;
		beforeAll(async () => {
			site = await start();
			owner = await enrol(site, "owner", "owner");
			anna = await idOf(site, await enrol(site, "anna"));
			boris = await enrol(site, "boris");
			await agreed(site.db, anna);
			for (let i = 0; i < 3; i++) await orderBill(site.db, anna, Date.now());
			large = await paid(LARGE);
			small = await paid(39_000);
		});

		/** A payment that can be returned in whole: nothing of its plan is used. */
		async function paid(amount: number): Promise<string> {
			const account_id = await idOf(site, await enrol(site, "payer"));
			const [id, now] = [randomUUID(), Date.now()];
			const plan = { plan_key: PLUS.key, plan: JSON.stringify({ ...PLUS, price: amount }) };
			const gateway = { gateway: "sandbox" as const, gateway_id: id, state: "paid" as const };
			await site.db
				.insertInto("purchases")
				.values({
					...{ id, account_id, amount, receipt_email: "buh@pochta.ru", created_at: now, ended_at: now },
					...{ ...plan, ...gateway },
				})
				.execute();
			const times = { starts_at: now, ends_at: now + 30 * 86_400_000, created_at: now };
			await site.db
				.insertInto("subscriptions")
				.values({ id: randomUUID(), account_id, purchase_id: id, ...plan, ...times })
				.execute();
			return id;
		}

		const settings = async (path: string, fields: Record<string, string>) => {
			const html = await (await owner.fetch(path)).text();
			const revision = /name="revision" value="(\d+)"/.exec(html)?.[1] ?? "0";
			return { revision, ...fields };
		};
		const card = (act: string) => `/admin/people?account=${anna}&do=${act}`;
		const refund = async (id: string) => {
			const html = await (await owner.fetch(`/admin/payments?payment=${id}&do=refund`)).text();
			const of = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? "";
			return { reason, requestId: of("requestId"), kopecks: of("kopecks") };
		};

		type Sent = [name: string, path: () => string, fields: () => Promise<Record<string, string>>];

		/** What a proof of a moment ago is not good for. */
		const ALWAYS: Sent[] = [
			["a large refund", () => `/admin/payments?payment=${large}&do=refund`, () => refund(large)],
			["a role", () => "/admin/team?do=role", async () => ({ reason, role: "support", email: boris.email })],
			[
				"the key of a model server",
				() => "/admin/models?do=server",
				() => settings("/admin/models?do=server", { ...server, baseUrl: "https://keyed.example.ru/v1", key }),
			],
			[
				"the key of a search",
				() => "/admin/tools?do=search",
				() => settings("/admin/tools?do=search", { provider: "brave", key }),
			],
			[
				"the key of a tool server",
				() => "/admin/tools?do=server",
				() =>
					settings("/admin/tools?do=server", {
						...{ title: "Школа", serverKey: "school", url: "https://mcp.example.ru/", place: "home", key },
					}),
			],
			["the export of a person", () => card("export-data"), async () => ({ reason })],
			[
				"the deletion of a person",
				() => card("delete"),
				async () => {
					const { email } = await site.db
						.selectFrom("accounts")
						.select("email")
						.where("id", "=", anna)
						.executeTakeFirstOrThrow();
					return { reason, email: email ?? "", noRefund: "on" };
				},
			],
			["the payment of a bill", () => "/admin/bills?bill=1&do=paid", async () => ({})],
		];

		/** What is done without asking again for a quarter of an hour. */
		const MARKS: Sent[] = [
			["a small refund", () => `/admin/payments?payment=${small}&do=refund`, () => refund(small)],
			["the end of sessions", () => card("end-sessions"), async () => ({ reason })],
			["a blocked person", () => card("block"), async () => ({ reason })],
			["an opened person", () => card("unblock"), async () => ({ reason })],
			[
				"a corrected allowance",
				() => card("correct-allowance"),
				async () => ({ reason, sign: "add", messages: "5", requestId: randomUUID() }),
			],
			[
				"an invitation",
				() => "/admin/people?do=invite",
				async () => ({ emails: `${randomUUID()}@example.ru` }),
			],
			["a canceled bill", () => "/admin/bills?bill=2&do=cancel", async () => ({ reason })],
			[
				"a renewal that is turned off",
				() => `/admin/renewals?account=${anna}&do=stop`,
				async () => ({ reason }),
			],
			[
				"a model server without a key",
				() => "/admin/models?do=server",
				() => settings("/admin/models?do=server", { ...server, baseUrl: URL_OF_SERVER }),
			],
			["the look", () => "/admin/look", () => settings("/admin/look", { name: "Школа" })],
			[
				"a search without a key",
				() => "/admin/tools?do=search",
				() => settings("/admin/tools?do=search", { provider: "off" }),
			],
			["a copy of the data", () => "/admin/state?do=backup", async () => ({})],
		];

		const send = (path: string, fields: Record<string, string>) => post(owner, path, Object.entries(fields));
		const proof = () => ({ currentPassword: owner.password });
		/** What a stolen cookie must not change. */
		const world = async () =>
			JSON.stringify([
				await site.db.selectFrom("staff_events").select("number").orderBy("number").execute(),
				await site.db.selectFrom("settings").select(["section", "revision"]).execute(),
				await site.db.selectFrom("staff").select(["account_id", "role"]).execute(),
				await site.db.selectFrom("refunds").select("id").execute(),
				await site.db.selectFrom("setting_secrets").select("id").execute(),
				await site.db.selectFrom("accounts").select(["id", "state"]).orderBy("id").execute(),
			]);
		const prove = (at: number | null) =>
			site.db
				.updateTable("sessions")
				.set({ proved_at: at })
				.where(
					"account_id",
					"=",
					site.db.selectFrom("accounts").select("id").where("email", "=", owner.email),
				)
				.execute();

		test.each([...ALWAYS, ...MARKS])(
			"is asked for %s: a stolen cookie alone changes nothing",
			async (_name, path, fields) => {
				await site.db.deleteFrom("throttles").execute();
				await prove(null);
				const before = await world();
				const refused = await send(path(), await fields());
				expect(refused.status).toBe(400);
				expect(await refused.text()).toContain("Подтвердите, что это вы");
				const wrong = await send(path(), { ...(await fields()), currentPassword: "не тот пароль" });
				expect([wrong.status, (await plain(wrong)).includes("Пароль не подошёл")]).toEqual([400, true]);
				expect(await world()).toBe(before);
			},
		);

		test.each(MARKS)("marks its session for a quarter of an hour: %s", async (_name, path, fields) => {
			await site.db.deleteFrom("throttles").execute();
			// A moment before the end of the mark, and one after it.
			await prove(Date.now() - STEP_UP_MS - 1_000);
			expect((await send(path(), await fields())).status).toBe(400);
			await prove(Date.now() - STEP_UP_MS + 120_000);
			expect((await send(path(), await fields())).status).toBe(303);
		});

		test.each(ALWAYS)("of a moment ago is not good for %s", async (_name, path, fields) => {
			await site.db.deleteFrom("throttles").execute();
			await prove(Date.now());
			const before = await world();
			const html = await (await owner.fetch(path())).text();
			expect(html).toContain("Для этого подтверждение нужно каждый раз.");
			const refused = await send(path(), await fields());
			expect(refused.status).toBe(400);
			expect(await world()).toBe(before);
			const done = await send(path(), { ...(await fields()), ...proof() });
			expect([200, 303]).toContain(done.status);
			expect(await world()).not.toBe(before);
		});
	});
});
