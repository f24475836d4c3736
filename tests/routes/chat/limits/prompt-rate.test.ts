import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { extent } from "../../../support/extent.ts";
import { type FakeModel, startFakeModel } from "../../../support/fakes/fake-model.ts";
import type { Scenario } from "../../../support/fakes/fake-model-scenarios.ts";
import { type Instance, startInstance } from "../../../support/instance.ts";
import { Person } from "../../../support/person.ts";
import { plansFile } from "../../../support/plans-file.ts";

const CYCLES = extent(40, 120);
/** So many at once, of calls and of answers that nobody paid. */
const BURST = 20;

let instance: Instance;
let model: FakeModel;
let anna: Person;
beforeAll(async () => {
	model = await startFakeModel();
	instance = await startInstance({
		env: {
			MODEL_BASE_URL: model.url,
			MODELS: "test-model",
			MODEL_TITLES: "0",
			PLANS_FILE: plansFile({ quota: { messages: 50, everyDays: 1 } }),
		},
	});
});
beforeEach(async () => {
	anna = await new Person(instance).register();
});
afterAll(async () => {
	await instance?.stop();
	await model?.stop();
});

const textOf = (html: string) => html.replace(/<[^>]+>/g, "").replaceAll("\u00a0", " ");
const pageOf = async (at: string) => (await anna.fetch(at)).text();
const answerOn = (page: string) =>
	[...page.matchAll(/data-message-id="([\w-]+)" data-role="assistant" data-state="(\w+)"/g)].at(-1) ?? [];

/** So many calls were answered by a stop, or before it. */
let stopped = 0;

/** Presses «Остановить» when the model has been called and the answer looks so, and waits until it has ended. */
async function stop(at: string, isReady: (page: string) => boolean): Promise<void> {
	const ready = { interval: 10 };
	const [, answerId = ""] = await vi.waitFor(async () => {
		const page = await pageOf(at);
		expect([isReady(page), model.requests.length]).toEqual([true, stopped + 1]);
		return answerOn(page);
	}, ready);
	expect((await anna.post("/chat/stop", { answerId })).status).toBe(303);
	await vi.waitFor(async () => expect(answerOn(await pageOf(at))[2]).toBe("stopped"), ready);
	stopped++;
}

/** Asks, stops, and then so often: has the answer written again and stops it. @returns the refusals */
async function again(
	intent: "regenerate" | "continue",
	scenario: Scenario,
	isReady: (page: string) => boolean,
) {
	const before = model.requests.length;
	model.otherwise = scenario;
	const { conversationId } = await anna.ask("Начнём");
	const at = `/chat?c=${conversationId}`;
	await stop(at, isReady);
	const refusals: Response[] = [];
	for (let i = 0; i < CYCLES; i++) {
		const [, answerId = ""] = answerOn(await pageOf(at));
		const fields = { intent, answerId, attemptId: crypto.randomUUID(), unscripted: "1" };
		const sent = await anna.post(at, fields);
		if (sent.status === 303) await stop(at, isReady);
		else refusals.push(sent);
	}
	return { calls: model.requests.length - before, refusals };
}

const left = async () => 50 - Number(/Израсходовано\s*(\d+) из 50/.exec(textOf(await pageOf("/chat")))?.[1]);

const isWriting = (page: string) => answerOn(page)[2] === "writing";

describe("an answer that is stopped and asked for again and again, in the full run a hundred and twenty times", () => {
	test.each(["regenerate", "continue"] as const)(
		"%s, stopped before the first word: a model is called twenty times and not for ever",
		async (intent) => {
			const { calls, refusals } = await again(intent, () => {}, isWriting);
			// One more for each five minutes that a slow machine takes.
			expect(calls).toBeGreaterThanOrEqual(BURST);
			expect(calls).toBeLessThanOrEqual(BURST + 5);
			expect(refusals.length).toBeGreaterThanOrEqual(CYCLES - BURST - 5);
			expect(await left()).toBe(50);
			for (const { status, headers } of refusals) {
				expect(status).toBe(429);
				expect(Number(headers.get("Retry-After"))).toBeGreaterThan(0);
			}
			expect(textOf((await refusals.at(-1)?.text()) ?? "")).toMatch(
				/Слишком много запросов подряд\. Попробуйте через|остановлено до первых слов или не получилось\. Спросите снова через \d минут/,
			);
		},
	);

	// A number in each, or a continuation would repeat what is there already, and bring nothing.
	let told = 0;
	const tell = (word: string, field?: string): Scenario => {
		return (reply) => reply.stream(`${word} номер ${++told}, и так далее. `, 0, field);
	};

	test.each<["regenerate" | "continue", string, Scenario]>([
		["regenerate", "with a thought before one's eyes", tell("Мысль", "reasoning_content")],
		["continue", "with a thought before one's eyes", tell("Мысль", "reasoning_content")],
		["continue", "with words", tell("Слово")],
	])("%s, stopped %s: each call costs its message", async (intent, _when, scenario) => {
		const said = (page: string) => isWriting(page) && page.includes(`номер ${told},`);
		const { calls, refusals } = await again(intent, scenario, said);
		expect(calls).toBeGreaterThanOrEqual(BURST);
		expect(calls + (await left())).toBe(50);
		expect(calls + refusals.length).toBe(CYCLES + 1);
	});
});
