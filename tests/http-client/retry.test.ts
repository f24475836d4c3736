import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createHttpClient, type HttpClient } from "../../app/http-client/client.server.ts";
import { HttpError } from "../../app/http-client/http-error.server.ts";
import { readConfig } from "../../app/platform/config.server.ts";
import { json, startHttpFake } from "../support/fakes/http-fake.ts";

let fake: Awaited<ReturnType<typeof startHttpFake>>;
/** Statuses to answer with, in turn; 200 when there are no more. */
let statuses: number[] = [];
let retryAfter: Record<string, string> = {};
let client: HttpClient;

beforeEach(async () => {
	statuses = [];
	retryAfter = { "Retry-After": "0" };
	fake = await startHttpFake((_, response) =>
		json(response, statuses.shift() ?? 200, { ok: true }, retryAfter),
	);
	client = createHttpClient({ baseUrl: fake.url, timeoutMs: 60_000 });
});
afterEach(() => fake.stop());

const statusOf = (call: Promise<unknown>) =>
	call.then(
		() => 200,
		(error: unknown) => (error instanceof HttpError ? error.status : error),
	);

test("S-7.4: the base URL comes from the configuration, with its path", async () => {
	const { yookassa } = readConfig({
		YOOKASSA_SHOP_ID: "1",
		YOOKASSA_SECRET_KEY: "k",
		YOOKASSA_API_URL: `${fake.url}/v3/`,
	});
	const gateway = createHttpClient({ baseUrl: yookassa?.apiUrl ?? "", timeoutMs: 60_000 });
	expect(await gateway("GET", "/payments/42", { query: { limit: "1" } })).toEqual({
		status: 200,
		body: { ok: true },
	});
	expect(fake.requests[0]).toMatchObject({ method: "GET", path: "/v3/payments/42" });
	expect(fake.requests[0]?.query.get("limit")).toBe("1");
});

for (const method of ["GET", "HEAD", "OPTIONS", "PUT", "DELETE"] as const) {
	test(`S-7.5: ${method} is never retried`, async () => {
		statuses = [503];
		expect(await statusOf(client(method, "/x"))).toBe(503);
		expect(fake.requests).toHaveLength(1);
	});
}

for (const method of ["POST", "PATCH"] as const) {
	test(`S-7.6: ${method} is retried once, with the same key and body`, async () => {
		statuses = [500];
		retryAfter = {};
		const answer = await client(method, "/x", { body: { amount: 1 }, idempotencyKey: "key-1" });
		expect(answer).toEqual({ status: 200, body: { ok: true } });
		expect(fake.requests.map((r) => [r.method, r.headers["idempotence-key"], r.body])).toEqual([
			[method, "key-1", '{"amount":1}'],
			[method, "key-1", '{"amount":1}'],
		]);
	});

	test(`S-7.6: ${method} is not retried a second time`, async () => {
		statuses = [500, 503, 500];
		expect(await statusOf(client(method, "/x", { idempotencyKey: "key-1" }))).toBe(503);
		expect(fake.requests).toHaveLength(2);
	});

	test(`S-7.6: ${method} marked once is not retried and has no key`, async () => {
		statuses = [500];
		expect(await statusOf(client(method, "/x", { once: true }))).toBe(500);
		expect(fake.requests).toHaveLength(1);
		expect(fake.requests[0]?.headers).not.toHaveProperty("idempotence-key");
	});

	test(`S-7.6: ${method} with neither key nor once does not compile and is not sent`, async () => {
		// @ts-expect-error one of the two must be said
		await expect(client(method, "/x", {})).rejects.toThrow(TypeError);
		// @ts-expect-error but not both
		await expect(client(method, "/x", { once: true, idempotencyKey: "k" })).rejects.toThrow(TypeError);
		await expect(client(method, "/x", { idempotencyKey: "" })).rejects.toThrow(TypeError);
		await expect(client(method, "/x", { idempotencyKey: "a\r\nb" })).rejects.toThrow(TypeError);
		expect(fake.requests).toHaveLength(0);
	});
}

const RETRIED = [
	["S-7.7", 408],
	["S-7.8", 409],
	["S-7.9", 425],
	["S-7.10", 429],
	["S-7.11", 500],
	["S-7.12", 502],
	["S-7.13", 503],
	["S-7.14", 504],
] as const;

for (const [id, status] of RETRIED) {
	test(`${id}: status ${status} is retried`, async () => {
		statuses = [status];
		expect(await statusOf(client("POST", "/x", { idempotencyKey: "k" }))).toBe(200);
		expect(fake.requests).toHaveLength(2);
	});
}

test("S-7.14: and no other status is", async () => {
	const others = Array.from({ length: 300 }, (_, i) => 300 + i).filter(
		(s) => !RETRIED.some(([, r]) => r === s),
	);
	for (const status of others) {
		statuses = [status];
		expect(await statusOf(client("POST", "/x", { idempotencyKey: "k" }))).toBe(status);
	}
	expect(fake.requests).toHaveLength(others.length);
});

test("the name of the key's header can be set", async () => {
	const other = createHttpClient({
		baseUrl: fake.url,
		timeoutMs: 60_000,
		idempotencyHeader: "Idempotency-Key",
	});
	await other("POST", "/x", { idempotencyKey: "k" });
	expect(fake.requests[0]?.headers["idempotency-key"]).toBe("k");
});

test("a connection is not reused, so that no call meets a closed one", async () => {
	await client("GET", "/x");
	expect(fake.requests[0]?.headers.connection).toBe("close");
});

describe("Retry-After", () => {
	/** What came of a call, and which pauses were asked for meanwhile, in ms. */
	async function watched(call: () => Promise<unknown>) {
		const timers = vi.spyOn(globalThis, "setTimeout");
		const outcome = await statusOf(call());
		const pauses = timers.mock.calls.map(([, ms]) => ms);
		timers.mockRestore();
		return { outcome, pauses };
	}

	test("is waited for", async () => {
		statuses = [429];
		retryAfter = { "Retry-After": "1" };
		const { outcome, pauses } = await watched(() => client("POST", "/x", { idempotencyKey: "k" }));
		expect(outcome).toBe(200);
		expect(pauses).toContain(1_000);
	});

	test("is waited for up to the bound only", async () => {
		statuses = [503];
		retryAfter = { "Retry-After": new Date(Date.now() + 3_600_000).toUTCString() };
		const bounded = createHttpClient({ baseUrl: fake.url, timeoutMs: 60_000, maxRetryAfterMs: 50 });
		const { outcome, pauses } = await watched(() => bounded("POST", "/x", { idempotencyKey: "k" }));
		expect(outcome).toBe(200);
		expect(pauses).toContain(50);
	});

	test("that is invalid counts as none", async () => {
		statuses = [503];
		retryAfter = { "Retry-After": "soon" };
		const { outcome, pauses } = await watched(() => client("POST", "/x", { idempotencyKey: "k" }));
		expect(outcome).toBe(200);
		expect(pauses).toContain(200);
	});

	test("that does not fit into the time limit leaves the status as the outcome", async () => {
		statuses = [503];
		retryAfter = { "Retry-After": "40" };
		const hasty = createHttpClient({ baseUrl: fake.url, timeoutMs: 30_000, maxRetryAfterMs: 60_000 });
		const { outcome, pauses } = await watched(() => hasty("POST", "/x", { idempotencyKey: "k" }));
		expect(outcome).toBe(503);
		expect(pauses).not.toContain(40_000);
		expect(fake.requests).toHaveLength(1);
	});
});
