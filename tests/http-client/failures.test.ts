import { inspect } from "node:util";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { createHttpClient, type HttpClient } from "../../app/http-client/client.server.ts";
import { HttpError } from "../../app/http-client/http-error.server.ts";
import { type FakeHandler, json, startHttpFake, switchProtocols } from "../support/fakes/http-fake.ts";

const SECRET = "live_9fQ2zx-secret-of-the-shop";
const fakes: Awaited<ReturnType<typeof startHttpFake>>[] = [];
afterEach(() => Promise.all(fakes.splice(0).map((fake) => fake.stop())));

async function fakeAndClient(handler: FakeHandler, timeoutMs = 60_000) {
	const fake = await startHttpFake(handler);
	fakes.push(fake);
	const headers = { Authorization: `Basic ${Buffer.from(`shop-77:${SECRET}`).toString("base64")}` };
	return { fake, client: createHttpClient({ baseUrl: `${fake.url}/v3`, headers, timeoutMs }) };
}

async function failureOf(call: ReturnType<HttpClient>): Promise<HttpError> {
	const error = await call.then(
		() => undefined,
		(thrown: unknown) => thrown,
	);
	if (error instanceof HttpError) return error;
	throw new Error(`Expected an HttpError, got ${inspect(error)}`);
}

const keyed = { idempotencyKey: "k-1" };

/** Time passes for the limits of a call only where the test says so: until then the request has to arrive. */
function holdTime() {
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
	onTestFinished(() => void vi.useRealTimers());
}

test("a time-out is not retried and bounds the whole call", async () => {
	holdTime();
	const heard = Promise.withResolvers<void>();
	const { fake, client } = await fakeAndClient(() => heard.resolve(), 150);
	// Nobody answers: without a bound it would never end.
	const failure = failureOf(client("POST", "/x", keyed));
	await heard.promise;
	vi.advanceTimersByTime(150);
	expect(await failure).toMatchObject({ failure: "timeout", status: undefined });
	expect(fake.requests).toHaveLength(1);
});

test("the time limit also covers an answer that begins and does not end", async () => {
	const { client } = await fakeAndClient((_, response) => {
		response.writeHead(200, { "Content-Type": "application/json" });
		response.write('{"beginning":');
	}, 150);
	expect(await failureOf(client("GET", "/x"))).toMatchObject({ failure: "timeout" });
});

test("the time limit covers both attempts together", async () => {
	holdTime();
	let attempts = 0;
	const { client } = await fakeAndClient((_, response) => {
		if (++attempts === 1) json(response, 500, {});
	}, 600_000);
	const failure = failureOf(client("POST", "/x", keyed));
	// Each look lets some time pass, so the pause between the attempts ends.
	await vi.waitFor(() => expect(attempts).toBe(2));
	// One for the whole call; the second attempt gets none of its own.
	expect(vi.getTimerCount()).toBe(1);
	vi.advanceTimersByTime(600_000);
	expect(await failure).toMatchObject({ failure: "timeout" });
	expect(attempts).toBe(2);
});

test("a caller's signal ends the call with its own reason", async () => {
	const { fake, client } = await fakeAndClient(() => {});
	const stop = new AbortController();
	const call = expect(client("GET", "/x", { signal: stop.signal })).rejects.toThrow("stopped");
	await vi.waitFor(() => expect(fake.requests).toHaveLength(1));
	stop.abort(new Error("stopped"));
	await call;
});

test("a connection that breaks is not retried", async () => {
	const { fake, client } = await fakeAndClient((_, response) => response.destroy());
	expect(await failureOf(client("POST", "/x", keyed))).toMatchObject({ failure: "network" });
	expect(fake.requests).toHaveLength(1);
});

test("a server that switches to another protocol has not answered", async () => {
	const { fake, client } = await fakeAndClient((_, response) => switchProtocols(response));
	// Nothing else would end the call: the time limit destroys a request that is over.
	const error = await failureOf(client("POST", "/x", keyed));
	expect(error).toMatchObject({ failure: "network", detail: "EPROTO", status: undefined });
	expect(fake.requests).toHaveLength(1);
});

test("a refused connection is reported by its code", async () => {
	const { fake, client } = await fakeAndClient(() => {});
	await fake.stop();
	expect(await failureOf(client("GET", "/x", { query: { token: "q-secret" } }))).toMatchObject({
		failure: "network",
		detail: "ECONNREFUSED",
		message: "GET /x: network ECONNREFUSED",
	});
});

describe("redirects are refused", () => {
	for (const status of [301, 302, 303, 307, 308]) {
		test(`${status}, to another host and to the same one`, async () => {
			const elsewhere = await fakeAndClient((_, response) => json(response, 200, {}));
			for (const location of [`${elsewhere.fake.url}/v3/x`, "/v3/y"]) {
				const { fake, client } = await fakeAndClient((_, response) =>
					response.writeHead(status, { Location: location }).end(),
				);
				expect(await failureOf(client("POST", "/x", keyed))).toMatchObject({ failure: "redirect", status });
				expect(fake.requests).toHaveLength(1);
			}
			expect(elsewhere.fake.requests).toHaveLength(0);
		});
	}
});

test("a path cannot leave the base URL", async () => {
	const { fake, client } = await fakeAndClient((_, response) => json(response, 200, {}));
	for (const path of [
		"x",
		"http://evil.example/",
		"/../admin",
		"/a/%2e%2e/b",
		"/a?b=1",
		"/a#b",
		"/а",
		"\\x",
		"/\\x",
		"",
	]) {
		await expect(client("GET", path)).rejects.toThrow(TypeError);
	}
	expect(fake.requests).toHaveLength(0);
	await client("GET", "//evil.example/x");
	expect(fake.requests[0]?.path).toBe("/v3//evil.example/x");
});

test("an error contains status, method, path and a short body, and no header, key, secret or query", async () => {
	const { client } = await fakeAndClient((heard, response) => {
		json(response, 400, {
			description: "Ключ не подходит",
			echo: heard.headers,
			secret_key: SECRET,
			url: `https://api.example/v3/x?${heard.query}`,
			padding: "слово ".repeat(2_000),
		});
	});
	const call = client("POST", "/payments", {
		query: { access_token: "query-secret" },
		headers: { "X-Second": "header-secret" },
		body: { card: "body-secret" },
		idempotencyKey: "key-secret",
	});
	const error = await failureOf(call);
	expect(error).toMatchObject({ failure: "status", status: 400, method: "POST", path: "/payments" });
	expect(error.message).toContain("POST /payments: status 400");
	expect(error.message).toContain("Ключ не подходит");
	const everything = inspect(error, { depth: 10, showHidden: true, getters: true });
	const basic = Buffer.from(`shop-77:${SECRET}`).toString("base64");
	for (const secret of [
		SECRET,
		basic,
		"shop-77",
		"query-secret",
		"header-secret",
		"key-secret",
		"body-secret",
	]) {
		expect(everything).not.toContain(secret);
	}
	expect(error.message.length).toBeLessThan(300);
});

test("a response that is not JSON is returned as text, and invalid JSON too", async () => {
	const { client } = await fakeAndClient((heard, response) => {
		const type = heard.path.endsWith("/text") ? "text/html" : "application/json; charset=utf-8";
		response.writeHead(202, { "Content-Type": type }).end("{oops");
	});
	expect(await client("GET", "/text")).toEqual({ status: 202, body: "{oops" });
	expect(await client("GET", "/json")).toEqual({ status: 202, body: "{oops" });
});

test("a form is sent as a form", async () => {
	const { fake, client } = await fakeAndClient((_, response) => json(response, 200, {}));
	await client("POST", "/token", { body: new URLSearchParams({ code: "а б" }), once: true });
	expect(fake.requests[0]?.headers["content-type"]).toMatch(/^application\/x-www-form-urlencoded/);
	expect(fake.requests[0]?.body).toBe("code=%D0%B0+%D0%B1");
});
