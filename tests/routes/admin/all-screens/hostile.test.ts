import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { PLUS } from "../../../billing/payment-context.ts";
import { someOf } from "../../../support/extent.ts";
import type { Person } from "../../../support/person.ts";
import { textOf } from "../../main-of.ts";
import { type AdminSite, eachSite, enrol, idOf } from "../enrol.ts";

/** As they stand in an address: no text, no number, no day, no month, no id, or more of it than anything holds. */
const VALUES = someOf(
	[
		...["%00", "a%00b", "%FF%FE", "%C0%80", "%ED%A0%80", "%", "%zz", "%F0%9F%92", "%E2%80%AE", "%EF%BF%BD"],
		...["%27%20or%201=1--", "%22", "%25", "_", "%5C", "<script>", "__proto__", "constructor", "toString"],
		...["-1", "0", "1.5", "1e309", "NaN", "0x10", "9007199254740993", "999999999999999999999", "2147483648"],
		...["2026-02-30", "0000-00-00", "0001-01-01", "1000-01-01", "2999-12-31", "9999-12-31", "275760-09-14"],
		...["0000-00", "1000-01", "2999-12", "2026-13", "9999-12", "-000001-01", "2026-1"],
		...["253402300800000.a", "999999999999999.x", "-5.x", "1.", ".1"],
		...["a".repeat(1_500), "%D0%AF".repeat(300), "%F0%9F%92%A9".repeat(127)],
	],
	4,
);

/** Each parameter of an address of the staff's that names or filters something. */
const ADDRESSES: [path: string, parameters: string[]][] = [
	["/admin", ["days", "table"]],
	["/admin/people", ["q", "plan", "state", "sort", "after", "before", "account", "do"]],
	["/admin/people?do=invite", ["after"]],
	["/admin/people?do=revoke", ["invitation"]],
	["/admin/payments", ["q", "from", "to", "by", "state", "receipt", "after", "payment", "do", "view"]],
	["/admin/payments?view=days", ["month"]],
	["/admin/renewals", ["q", "state", "after", "account", "do"]],
	["/admin/ledger", ["account"]],
	["/admin/ledger?account=OWN", ["after"]],
	["/admin/plans", ["do", "key"]],
	["/admin/plans?do=plan", ["key"]],
	["/admin/codes", ["q", "after", "code", "do"]],
	["/admin/bills", ["q", "after", "bill", "do"]],
	["/admin/models", ["do", "server", "model"]],
	["/admin/models?do=server", ["server", "preset"]],
	["/admin/models?do=model", ["server", "model"]],
	["/admin/tools", ["do", "server"]],
	["/admin/tools?do=server", ["server"]],
	["/admin/look", ["tab", "do", "id"]],
	["/admin/look?tab=announcement", ["repeat", "id"]],
	["/admin/papers", ["kind", "edition", "do", "a", "b"]],
	["/admin/papers?kind=oferta", ["edition", "do"]],
	["/admin/papers?kind=oferta&do=compare", ["a", "b"]],
	["/admin/news", ["after", "newsletter", "do"]],
	["/admin/team", ["do", "account"]],
	["/admin/team?do=role", ["account"]],
	["/admin/feedback", ["show", "after"]],
	["/admin/shown", ["after", "id"]],
	["/admin/shown?id=nothing", ["before"]],
	["/admin/journal", ["before"]],
	["/admin/state", ["do"]],
	["/admin/details", ["do", "format"]],
];
const FILES = [
	"people",
	"payments",
	"renewals",
	"codes",
	"bills",
	"news",
	"team",
	"feedback",
	"shown",
	"journal",
];
/** The first and the last of the earth, one of three quarters of an hour, one that had summer time at midnight. */
const ZONES = ["Pacific/Kiritimati", "Pacific/Pago_Pago", "Asia/Kathmandu", "America/Sao_Paulo"];

eachSite((start) => {
	describe("hostile addresses and forms of the staff's screens", () => {
		let site: AdminSite;
		let owner: Person;
		let own: string;
		beforeAll(async () => {
			site = await start();
			owner = await enrol(site, "owner", "owner");
			own = await idOf(site, owner);
		});

		/** A status that is no failure, with words in Russian. */
		async function seen(path: string, answer: Promise<Response>): Promise<string | null> {
			const response = await answer;
			const text = await response.text();
			const isFine = response.status < 500 && /[а-яё]{3}/i.test(text);
			return isFine ? null : `${response.status} ${path.slice(0, 120)}`;
		}
		const ask = (path: string) => seen(path, owner.fetch(path));
		const unseen = async (answers: Promise<string | null>[]) =>
			(await Promise.all(answers)).filter((one) => one !== null);

		test.each(ADDRESSES)(
			"%s with %s: a page or a refusal in Russian, never a failure",
			async (path, parameters) => {
				const address = path.replace("OWN", own);
				const failed: string[] = [];
				for (const name of parameters) {
					// Side by side, as a scanner asks; not more at once than the server serves.
					for (let i = 0; i < VALUES.length; i += 10) {
						const some = VALUES.slice(i, i + 10);
						failed.push(
							...(await unseen(
								some.map((value) => ask(`${address}${address.includes("?") ? "&" : "?"}${name}=${value}`)),
							)),
						);
					}
				}
				expect(failed).toEqual([]);
			},
		);

		test("files of lists are whole whatever is asked for", async () => {
			const failed: string[] = [];
			for (const value of VALUES) {
				const all = `q=${value}&after=${value}&from=${value}&state=${value}&show=${value}`;
				failed.push(
					...(await unseen([
						...FILES.map((list) => ask(`/admin/${list}?format=csv&${all}`)),
						ask(`/admin/payments?view=days&format=csv&month=${value}`),
						ask(`/admin/ledger?format=csv&account=${value}`),
						ask(`/admin/ledger?format=csv&account=${own}&after=${value}`),
						ask(`/admin?format=csv&days=${value}&table=${value}`),
					])),
				);
			}
			expect(failed).toEqual([]);
		});

		test("ten thousand fields are a page, a refusal or too long an address, and cost no failure", async () => {
			const many = (count: number) => Array.from({ length: count }, (_, i) => `q=${i % 10}`).join("&");
			for (const list of FILES) {
				const path = `/admin/${list}?${many(10_000)}`;
				const refused = await owner.fetch(path);
				expect([list, refused.status]).toEqual([list, expect.toBeOneOf([414, 431])]);
				expect(await refused.text()).toMatch(/[а-яё]{3}/i);
				expect(await ask(`/admin/${list}?${many(1_500)}`)).toBeNull();
			}
			const fields = new URLSearchParams(Array.from({ length: 10_000 }, (_, i) => [`field${i % 100}`, "1"]));
			for (const path of [
				...["/admin/codes?do=new", "/admin/people?do=invite", "/admin/news?do=new", "/admin/look"],
				...["/admin/models?do=server", "/admin/tools?do=search", "/admin/details", "/admin/team?do=role"],
			]) {
				const sent = owner.fetch(path, { method: "POST", body: fields, headers: { Origin: owner.url } });
				expect(await seen(path, sent)).toBeNull();
				expect((await sent).status).toBe(400);
			}
		});

		test("bytes that are no text come back as none, with the form that they were sent by", async () => {
			const proof = `currentPassword=${encodeURIComponent(owner.password)}`;
			const send = (path: string, body: string, type = "application/x-www-form-urlencoded") =>
				owner.fetch(path, { method: "POST", body, headers: { Origin: owner.url, "Content-Type": type } });
			const failed: string[] = [];
			for (const bad of ["%00", "%FF%FE", "%C0%80", "%ED%A0%80", "a%00b", "%"])
				for (const [path, names] of [
					["/admin/codes?do=new", ["promoCode", "value", "kind", "from", "plans"]],
					["/admin/people?do=invite", ["emails", "gift", "linkDays"]],
					["/admin/news?do=new", ["subject", "body", "link", "requestId"]],
					["/admin/team?do=role", ["email", "role", "reason"]],
					["/admin/details", ["fullName", "inn", "revision"]],
					["/admin/look", ["name", "accent", "revision"]],
					["/admin/look?tab=announcement", ["text", "from", "id"]],
					["/admin/models?do=server", ["title", "baseUrl", "revision"]],
					["/admin/tools?do=server", ["serverKey", "url", "revision"]],
					["/admin/papers?kind=consent&do=edit", ["title", "body", "revision"]],
					["/admin/plans", ["move", "by", "revision"]],
					[`/admin/people?account=${own}&do=correct-allowance`, ["reason", "messages", "sign"]],
				] as const) {
					await site.db.deleteFrom("throttles").execute();
					const body = `${proof}&${names.map((name) => `${name}=${bad}`).join("&")}`;
					failed.push(...(await unseen([seen(path, send(path, body))])));
				}
			expect(failed).toEqual([]);
			const odd = await send("/admin/codes?do=new", "\u0000\u0001", "text/plain");
			expect(odd.status).toBe(400);
		});
	});

	describe.each(someOf(ZONES, 2))("months and days of %s", (TZ_NAME) => {
		/** Milliseconds from UTC's midnight to the zone's, of that day. */
		const midnightOf = (day: string) => {
			const utc = Date.parse(`${day}T00:00:00Z`);
			const parts = new Intl.DateTimeFormat("en-US", {
				...{ timeZone: TZ_NAME, hourCycle: "h23", year: "numeric", month: "numeric", day: "numeric" },
				...{ hour: "numeric", minute: "numeric" },
			}).formatToParts(utc);
			const of = (type: string) => Number(parts.find((part) => part.type === type)?.value);
			const wall = Date.UTC(of("year"), of("month") - 1, of("day"), of("hour"), of("minute"));
			return utc - (wall - utc);
		};

		test("begin and end at the zone's midnight, in the list, in the sums and in their files", async () => {
			// A model there is nobody behind: it is named, so there is a gateway.
			const site = await start({ TZ_NAME, MODEL_BASE_URL: "http://127.0.0.1:9", MODELS: "test-model" });
			const owner = await enrol(site, "owner", "owner");
			const plan = { plan_key: PLUS.key, plan: JSON.stringify(PLUS) };
			const borders = ["2025-03-01", "2025-04-01"].map(midnightOf);
			const [first = 0, last = 0] = borders;
			const ids = await Promise.all(
				[first - 1, first, last - 1, last].map(async (at) => {
					const id = randomUUID();
					const gateway = { gateway: "sandbox" as const, gateway_id: id, state: "paid" as const };
					await site.db
						.insertInto("purchases")
						.values({
							...{ id, account_id: await idOf(site, owner), amount: 100, receipt_email: "buh@pochta.ru" },
							...{ ...plan, ...gateway, created_at: at, ended_at: at },
						})
						.execute();
					return id;
				}),
			);
			const found = async (query: string) => {
				const html = await (await owner.fetch(`/admin/payments?${query}`)).text();
				return ids.map((id) => (html.includes(id) ? "1" : "0")).join("");
			};
			for (const by of ["", "&by=paid"]) {
				expect(await found(`from=2025-03-01&to=2025-03-31${by}`)).toBe("0110");
				expect(await found(`to=2025-02-28${by}`)).toBe("1000");
				expect(await found(`from=2025-04-01${by}`)).toBe("0001");
				expect(await found(`from=2025-03-31&to=2025-03-31${by}`)).toBe("0010");
			}
			const days = async (month: string) =>
				(await textOf(owner.fetch(`/admin/payments?view=days&month=${month}`))).replaceAll("\u00a0", " ");
			expect(await days("2025-03")).toMatch(/31 марта 1 1,00 ₽.* 1 марта 1 1,00 ₽.*Март 2025 2 2,00 ₽/);
			expect(await days("2025-02")).toMatch(/28 февраля 1 1,00 ₽.*Февраль 2025 1 1,00 ₽/);
			expect(await days("2025-04")).toMatch(/ 1 апреля 1 1,00 ₽.*Апрель 2025 1 1,00 ₽/);
			const file = await owner.fetch("/admin/payments?view=days&month=2025-03&format=csv");
			expect(
				(await file.text())
					.trim()
					.split("\r\n")
					.slice(1)
					.map((line) => line.slice(0, 15)),
			).toEqual(["31.03.2025;1;1,", "01.03.2025;1;1,"]);
		});
	});
});
