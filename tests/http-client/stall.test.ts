import { afterEach, beforeEach, expect, test } from "vitest";
import { createHttpClient } from "../../app/http-client/client.server.ts";
import { json, startHttpFake } from "../support/fakes/http-fake.ts";
import { stall } from "../support/stall.ts";

const LIMIT_MS = 3_000;

let fake: Awaited<ReturnType<typeof startHttpFake>>;
beforeEach(async () => {
	fake = await startHttpFake((_, response) => {
		json(response, 200, { id: "pay-1" });
		stall(LIMIT_MS + 100);
	});
});
afterEach(() => fake.stop());

test("a response that came while this process stood still is no time-out: what it says has been done", async () => {
	const call = createHttpClient({ baseUrl: fake.url, timeoutMs: LIMIT_MS });
	expect(await call("POST", "/payments", { body: {}, idempotencyKey: "k-1" })).toEqual({
		status: 200,
		body: { id: "pay-1" },
	});
	expect(fake.requests).toHaveLength(1);
});
