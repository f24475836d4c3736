import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emptyPostgres } from "../support/database/empty-postgres.ts";
import { someOf } from "../support/extent.ts";
import { type FakeModel, startFakeModel } from "../support/fakes/fake-model.ts";
import { builtRoutes, dataOf } from "./built-routes.ts";
import { type ValidForm, type Victim, victimOf } from "./forms.ts";
import { DEAR_VALUES, ODD_VALUES, WORST_VALUES } from "./odd-values.ts";
import { openSite, type Site } from "./site.ts";
import { Visitor } from "./visitor.ts";

const AT_ONCE = 12;
const QUERIES = [
	"token",
	"redirectTo",
	"c",
	"ask",
	"hold",
	"answer",
	"after",
	"q",
	"plan",
	"version",
	"do",
	"cause",
	"code",
	"state",
	"_routes",
	"index",
];

describe.each(["SQLite", "PostgreSQL"])("check 43: no odd value breaks anything on %s", (database) => {
	let model: FakeModel;
	let postgres: Awaited<ReturnType<typeof emptyPostgres>> | undefined;
	let site: Site;
	let victim: Victim;
	/** With few conversations, so that the pages stay cheap. */
	let reader: Visitor;
	beforeAll(async () => {
		model = await startFakeModel();
		postgres = database === "PostgreSQL" ? await emptyPostgres() : undefined;
		const DATABASE_URL: Record<string, string> = postgres ? { DATABASE_URL: postgres.url } : {};
		site = await openSite({
			...DATABASE_URL,
			MODEL_BASE_URL: model.url,
			MODELS: "test-model",
			LOG_LEVEL: "warn",
		});
		[victim, reader] = await Promise.all([victimOf(site), new Visitor(site).register()]);
	}, 600_000);
	afterAll(async () => {
		await site?.stop();
		await postgres?.remove();
		await model?.stop();
	});

	/** Which of the attempts were answered with 5xx; of all in the full run. The throttles are for another test. */
	async function broken<T>(
		attempts: readonly T[],
		nameOf: (attempt: T) => string,
		send: (attempt: T) => Promise<number>,
	) {
		const found: string[] = [];
		const queue = someOf(attempts, 6).entries();
		const worker = async () => {
			for (const [i, attempt] of queue) {
				if (i % 10 === 0) await calm();
				const status = await send(attempt);
				if (status >= 500) found.push(`${status} ${nameOf(attempt)}`);
			}
		};
		await Promise.all(Array.from({ length: AT_ONCE }, worker));
		return found;
	}

	/** Neither throttles nor answers that are being written shall keep an odd value from where it does harm. */
	async function calm(): Promise<void> {
		await site.sql("delete from throttles");
		await site.sql("update answers set state = 'stopped' where state = 'writing'");
	}

	/** What a form needs besides the odd field. Nothing may end the victim's session before the end of the test. */
	function rest({ fields }: ValidForm, odd: string): string {
		const kept = Object.entries(fields).filter(([name]) => name !== odd);
		const harmless: Record<string, () => string> = {
			promptId: () => crypto.randomUUID(),
			attemptId: () => crypto.randomUUID(),
			email: () => `${crypto.randomUUID()}@example.ru`,
			token: () => "A".repeat(43),
			currentPassword: () => "не тот пароль вовсе",
		};
		return new URLSearchParams(
			kept.map(([name, value]): [string, string] => [name, harmless[name]?.() ?? value]),
		).toString();
	}

	const valuesFor = (form: ValidForm, field: string) => {
		if (hashes(form)) return DEAR_VALUES;
		return ASKED_WITH.test(field) ? ODD_VALUES : WORST_VALUES;
	};

	test("in any field of any form, signed in or not", async () => {
		const attempts = victim.forms
			.filter(({ path }) => path !== "/logout")
			.flatMap((form) =>
				Object.keys(form.fields).flatMap((field) =>
					[
						...oddValues(field, valuesFor(form, field)),
						...oddNames(field).slice(0, hashes(form) ? 2 : 6),
					].map(([name, pair]) => ({ form, field, name, pair })),
				),
			);
		expect(attempts.length).toBeGreaterThan(500);
		const found = await broken(
			attempts,
			({ form, field, name }) => `${form.path} ${field}: ${name}`,
			async ({ form, field, pair }) => {
				const visitor = /^\/(login|registration|reset-password)/.test(form.path)
					? new Visitor(site)
					: victim.person.thief();
				return (await visitor.post(form.path, `${rest(form, field)}&${pair}`)).status;
			},
		);
		expect(found).toEqual([]);
		expect(await victim.person.isSignedIn()).toBe(true);
	}, 600_000);

	// What does not reach the database is tried once.
	const once = database === "PostgreSQL" ? test : () => {};

	once(
		"in the query of any address, as a page and as data",
		async () => {
			const targets = builtRoutes().flatMap(({ path, isResource }) =>
				isResource ? [path] : [path, dataOf(path)],
			);
			const attempts = targets.flatMap((path) => [
				...Object.entries(WORST_VALUES).map(([name, value]) => ({
					path,
					name,
					query: QUERIES.map((query) => `${query}=${value.slice(0, 400)}`).join("&"),
				})),
				...oddNames("c").map(([name, pair]) => ({ path, name, query: pair.slice(0, 4_000) })),
			]);
			const found = await broken(
				attempts,
				({ path, name, query }) => `${path} ${name} ${query.slice(0, 40)}`,
				async ({ path, query }) => {
					const visitor = /login|registration/.test(path) ? new Visitor(site) : reader.thief();
					return (await visitor.get(`${path}?${query}`)).status;
				},
			);
			expect(found).toEqual([]);
		},
		600_000,
	);

	test("in one query at a time, where an address reads one", async () => {
		const read = [
			["/chat", "c"],
			["/chat", "ask"],
			["/chat/events", "answer"],
			["/FAQ", "q"],
			["/oferta", "version"],
			["/privacy", "version"],
			["/consent", "version"],
			["/payment", "plan"],
			["/payment", "show"],
			["/payment", "refund"],
			["/payment", "page"],
			["/payment", "rows"],
			["/payment/success", "payment"],
			["/payment/fail", "payment"],
			["/payment/sandbox", "payment"],
			["/account", "do"],
			["/verify-mail", "token"],
			["/change-password", "token"],
			["/login", "redirectTo"],
		] as const;
		const attempts = read.flatMap(([path, query]) =>
			Object.entries(ODD_VALUES).map(([name, value], i) => ({
				name,
				target: `${i % 2 ? path : dataOf(path)}?${query}=${value.slice(0, 7_000)}`,
			})),
		);
		const found = await broken(
			attempts,
			({ name, target }) => `${target.slice(0, 60)} ${name}`,
			async ({ target }) => (await reader.thief().get(target)).status,
		);
		expect(found).toEqual([]);
	}, 600_000);

	once(
		"in any header, and as a body of any type",
		async () => {
			const headers = [
				"User-Agent",
				"Accept-Language",
				"Accept",
				"Accept-Encoding",
				"Referer",
				"X-Forwarded-For",
				"Last-Event-ID",
				"If-None-Match",
				"If-Modified-Since",
				"Range",
				"Cookie",
				"Sec-Fetch-Site",
				"Content-Type",
			];
			const values = [
				"",
				"%00",
				"\u00ff\u00fe",
				"'\"; --",
				"__proto__",
				"9".repeat(5_000),
				"a,".repeat(2_000),
				"fe80::1%eth0",
				"bytes=0-,5-",
				"text/html;q=9",
			];
			const [withHeader, withType] = [
				headers.flatMap((header) => values.map((value) => ({ header, value }))),
				["application/json", "multipart/form-data; boundary=x", "text/plain", ""].flatMap((type) =>
					BODIES.map((body) => ({ type, body })),
				),
			];
			const odd = await broken(
				withHeader,
				({ header, value }) => `${header}: ${value.slice(0, 20)}`,
				async ({ header, value }) => {
					const [page, form] = await Promise.all([
						reader.thief().get("/chat", { [header]: value }),
						new Visitor(site).post("/login", { email: "a@example.ru", password: "x" }, { [header]: value }),
					]);
					return Math.max(page.status, form.status);
				},
			);
			expect(odd).toEqual([]);
			const paths = [...new Set(victim.forms.map(({ path }) => path))].filter((path) => path !== "/logout");
			const bodies = await broken(
				paths.flatMap((path) => withType.map((attempt) => ({ path, ...attempt }))),
				({ path, type, body }) => `${path} ${type}: ${body.slice(0, 30)}`,
				async ({ path, type, body }) =>
					(await victim.person.thief().post(path, body, { "Content-Type": type })).status,
			);
			expect(bodies).toEqual([]);
			expect(site.logs()).not.toContain("Непредвиденная ошибка");
		},
		600_000,
	);
});

const BODIES = [
	"",
	"{}",
	'{"__proto__":{"x":1},"intent":"ask"}',
	"&&&",
	"%",
	'--x\r\nContent-Disposition: form-data; name="email"; filename="a.txt"\r\n\r\nx\r\n--x--\r\n',
	'--x\r\nContent-Disposition: form-data; name="intent"\r\n\r\nask',
	"\u0000".repeat(1_000),
];

/** Fields that come to the database as they were typed. */
const ASKED_WITH = /^(text|name|email|code|answerId|conversationId|sessionId)$/;

/** A password is hashed for each of these. */
const hashes = ({ path, fields }: ValidForm) =>
	/^\/(login|registration|change-password)$/.test(path) || "currentPassword" in fields;

const oddValues = (field: string, values: Record<string, string>) =>
	Object.entries(values).map(([name, value]) => [name, `${field}=${value}`] as const);

/** The same field in forms that PHP and others would make something else of. */
const oddNames = (field: string) =>
	[
		["a list", `${field}[]=x&${field}[]=y`],
		["an object", `${field}[$ne]=x&${field}[__proto__][a]=b`],
		["the prototype", `__proto__[${field}]=x&constructor[prototype][${field}]=x&__proto__=x`],
		["twice", `${field}=x&${field}=y`],
		["a thousand times", Array(1_000).fill(`${field}=x`).join("&")],
		["missing", "x=y"],
	] as const;
