import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { withSpans } from "../../../app/chat/provider-spans.server.ts";
import { openAiProvider } from "../../../app/chat/providers/openai.server.ts";
import { readConfig } from "../../../app/platform/config.server.ts";
import { recordRequest } from "../../../app/platform/metrics/request-metrics.server.ts";
import { isTracing, recordSpan, startTracing } from "../../../app/platform/tracing/tracing.server.ts";
import { startFakeModel } from "../../support/fakes/fake-model.ts";
import { json, startHttpFake } from "../../support/fakes/http-fake.ts";

type SentSpan = {
	traceId: string;
	spanId: string;
	name: string;
	kind: number;
	startTimeUnixNano: string;
	endTimeUnixNano: string;
	attributes: { key: string; value: { stringValue?: string; doubleValue?: number } }[];
	status?: { code: number };
};

/** The product gives up after a second or five, which pass where the process stands still. */
const PATIENT = { limitMs: 600_000, lastLimitMs: 600_000 };

async function receiver(status = 200) {
	const fake = await startHttpFake((_request, response) => json(response, status, {}));
	onTestFinished(() => fake.stop());
	const spans = () =>
		fake.requests.flatMap(({ body }): SentSpan[] => JSON.parse(body).resourceSpans[0].scopeSpans[0].spans);
	return { ...fake, spans };
}

const span = {
	name: "work",
	kind: "internal",
	startedAt: 1_800_000_000_000.5,
	endedAt: 1_800_000_000_002,
} as const;

test("without an address nothing is traced", async () => {
	const stop = await startTracing(readConfig({}).tracing, () => {});
	expect(isTracing()).toBe(false);
	recordSpan({ ...span, attributes: {} });
	await stop();
});

test("spans are sent as OTLP's JSON with the operator's headers, the last ones at the stop", async () => {
	const { url, requests, spans } = await receiver();
	const { tracing } = readConfig({
		OTEL_EXPORTER_OTLP_ENDPOINT: `${url}/otlp/`,
		OTEL_EXPORTER_OTLP_HEADERS: "Authorization=Bearer%20token, x-scope=a",
	});
	const stop = await startTracing(tracing, () => {}, PATIENT);
	const traceUuid = "01234567-89ab-cdef-0123-456789abcdef";
	recordSpan({ ...span, traceUuid, attributes: { "a.b": 1, word: "x", none: undefined }, failed: true });
	recordRequest({ method: "GET", path: "/login", status: 200, ms: 12, requestId: crypto.randomUUID() });
	await stop();
	expect(requests[0]).toMatchObject({ method: "POST", path: "/otlp/v1/traces" });
	expect(requests[0]?.headers).toMatchObject({ authorization: "Bearer token", "x-scope": "a" });
	const [first, second] = spans();
	expect(first).toMatchObject({
		traceId: "0123456789abcdef0123456789abcdef",
		spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
		kind: 1,
		startTimeUnixNano: "1800000000000500000",
		endTimeUnixNano: "1800000000002000000",
		attributes: [
			{ key: "a.b", value: { doubleValue: 1 } },
			{ key: "word", value: { stringValue: "x" } },
		],
		status: { code: 2 },
	});
	expect(second).toMatchObject({ name: "GET /login", kind: 2 });
	expect(isTracing()).toBe(false);
});

test("a call of a model is a span with its first piece, its tokens and its failure, without the words", async () => {
	const { url, spans } = await receiver();
	const model = await startFakeModel();
	onTestFinished(() => model.stop());
	const stop = await startTracing({ endpoint: url, headers: {}, serviceName: "s" }, () => {}, PATIENT);
	const provider = withSpans(openAiProvider({ baseUrl: model.url, idleTimeoutMs: 60_000 }));
	const ask = async () => {
		const messages = [{ role: "user" as const, content: "Секретные слова" }];
		for await (const _ of provider.stream({ model: "m", messages, user: "u" }, new AbortController().signal));
	};
	await ask();
	model.script("rate-limited");
	await expect(ask()).rejects.toThrow();
	await stop();
	const [good, bad] = spans();
	const of = (sent: SentSpan | undefined) =>
		Object.fromEntries(sent?.attributes.map(({ key, value }) => [key, value]) ?? []);
	expect(of(good)).toMatchObject({
		"gen_ai.request.model": { stringValue: "m" },
		"sobesednik.first_piece_ms": { doubleValue: expect.any(Number) },
	});
	expect([of(bad)["error.type"], bad?.status]).toEqual([{ stringValue: "rate-limited" }, { code: 2 }]);
	expect(JSON.stringify(spans())).not.toContain("Секретные");
});

test("a receiver that refuses, or is not there, is told once a minute and holds nothing up", async () => {
	const refusing = await receiver(401);
	const problems: string[] = [];
	for (const endpoint of [refusing.url, "http://127.0.0.1:9"]) {
		const { SpanExporter } = await import("../../../app/platform/tracing/span-exporter.server.ts");
		const exporter = new SpanExporter({
			...{ endpoint, headers: {}, serviceName: "s", everyMs: 5, ...PATIENT },
			onProblem: (problem) => problems.push(problem),
		});
		for (let i = 0; i < 3; i++) {
			exporter.take({ ...span, attributes: {} });
			await vi.waitFor(() => expect(problems.length).toBeGreaterThan(0));
		}
		await exporter.stop();
	}
	expect(problems).toEqual(["HTTP 401", "ECONNREFUSED"]);
});

test("a receiver that is silent gets one request at a time, and no more waits than fits", async () => {
	const { SpanExporter } = await import("../../../app/platform/tracing/span-exporter.server.ts");
	const { promise: heldBack, resolve: goOn } = Promise.withResolvers<void>();
	const fake = await startHttpFake(async (_request, response) => {
		await heldBack;
		json(response, 200, {});
	});
	onTestFinished(() => fake.stop());
	const settings = { endpoint: fake.url, headers: {}, serviceName: "s", onProblem: () => {} };
	const exporter = new SpanExporter({ ...settings, everyMs: 1, ...PATIENT });
	for (let round = 0; round < 20; round++) {
		for (let i = 0; i < 512; i++) exporter.take({ ...span, attributes: {} });
		await sleep(3);
	}
	await vi.waitFor(() => expect(fake.requests).toHaveLength(1));
	goOn();
	const countOf = ({ body }: { body: string }) =>
		JSON.parse(body).resourceSpans[0].scopeSpans[0].spans.length;
	const sent = () => fake.requests.reduce((sum, request) => sum + countOf(request), 0);
	await vi.waitFor(() => expect(sent()).toBe(512 + 4_096));
	await exporter.stop();
	expect(sent()).toBe(512 + 4_096);
});
