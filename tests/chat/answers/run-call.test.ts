import { expect, onTestFinished, test } from "vitest";
import { runCall } from "../../../app/chat/answers/rounds/run-call.server.ts";
import { createHttpClient } from "../../../app/http-client/client.server.ts";
import type { Tool } from "../../../app/tools/tool.server.ts";
import { json, startHttpFake } from "../../support/fakes/http-fake.ts";
import { stall } from "../../support/stall.ts";

function endless() {
	const calls: unknown[] = [];
	const tool: Tool = {
		name: "endless",
		server: null,
		title: "Без конца",
		description: "",
		parameters: { type: "object", properties: {} },
		schemaHash: "1",
		effect: "read",
		asks: false,
		crossBorder: false,
		run: (args) => {
			calls.push(args);
			return new Promise(() => {});
		},
	};
	return { tool, calls };
}

const CALL = { round: 1, n: 1, args: "{}" };
const OF = { answerId: "a", accountId: "b", conversationId: "c" };
const run = (tool: Tool, signal: AbortSignal) => runCall(tool, CALL, OF, 60_000, signal, () => {});

test("a call whose answer was stopped while its start was committed does not run, and does not wait", async () => {
	const { tool, calls } = endless();
	expect(await run(tool, AbortSignal.abort("stop"))).toBeUndefined();
	expect(calls).toEqual([]);
});

test("a stop ends a call that would never end", async () => {
	const { tool, calls } = endless();
	const stop = new AbortController();
	const running = run(tool, stop.signal);
	stop.abort("stop");
	expect(await running).toBeUndefined();
	expect(calls).toHaveLength(1);
});

test("an act whose outcome came while this process stood still has an outcome, and is not in doubt", async () => {
	const leftMs = 3_000;
	const fake = await startHttpFake((_, response) => {
		json(response, 200, "sent");
		stall(leftMs + 100);
	});
	onTestFinished(() => fake.stop());
	const call = createHttpClient({ baseUrl: fake.url, timeoutMs: 60_000 });
	const act: Tool = {
		...endless().tool,
		effect: "unsafe",
		run: async () => ({ ok: true, text: String((await call("POST", "/act", { once: true })).body) }),
	};
	const { signal } = new AbortController();
	expect(await runCall(act, CALL, OF, leftMs, signal, () => {})).toEqual({ ok: true, text: "sent" });
});
