import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type Instance, startInstance } from "../../../tests/support/instance.ts";
import { modelProcessOf } from "../../../tests/support/models/model-process.ts";
import { runtimeFolder } from "../../../tests/support/models/runtime-folder.ts";
import { writeRandomModel } from "../../../tests/support/models/toy-model.ts";
import { Person } from "../../../tests/support/person.ts";
import { delivered, measureOurs, spread } from "../chat/live-answers.ts";
import { memoryMb } from "../support/processes.ts";
import { onSite } from "../support/site.ts";
import { type Figure, median, round } from "../support/table.ts";
import { measureWithoutModel } from "./without-model.ts";

/** The shape of Llama 3.2 1B at 4 bits. */
const SHAPE = {
	width: 2_048,
	layers: 16,
	inner: 8_192,
	heads: 32,
	kvHeads: 8,
	context: 8_192,
	vocabulary: 64_000,
};
const PAGES = 300;
/** Rounds of pages with the model idle, and beside its answer: the machine's own noise falls on both. */
const ROUNDS = 3;
const ANSWER_MS = 20_000;
/** Live answers of another server on the same machine. */
const LIVE_ANSWERS = 100;
const STOPS = 9;

/** A model in a file with random weights, on the machine's own processor: its speed and memory, and what others notice. */
export async function measureLocalModel(): Promise<Figure[]> {
	return [...(await measureRandomModel()), ...(await measureWithoutModel())];
}

async function measureRandomModel(): Promise<Figure[]> {
	const file = join(tmpdir(), "sobesednik-bench-random.gguf");
	writeRandomModel(file, SHAPE);
	const env = { MODEL_FILE: file, MODEL_RUNTIME_DIR: await runtimeFolder(), MODEL_IDLE_TIMEOUT_MS: "600000" };
	const instance = await startInstance({ env });
	try {
		const child = await modelProcessOf(instance);
		const person = await new Person(instance).register();
		const { quiet, busy } = await pagesInRounds(person);
		const alone = await piecesElsewhere();
		const { answerId, conversationId } = await person.ask("Вопрос");
		const began = await firstPiece(person, answerId);
		const beside = await piecesElsewhere();
		await wait(Math.max(0, ANSWER_MS - (performance.now() - began)));
		const tokens = await tokensSince(person, answerId);
		const perSecond = tokens / ((performance.now() - began) / 1_000);
		const live = await measureOurs(LIVE_ANSWERS);
		const stops = [await stop(person, answerId, conversationId)];
		while (stops.length < STOPS) stops.push(await askAndStop(person));
		const elsewhere = await stopsElsewhere();
		const liveAlone = await measureOurs(LIVE_ANSWERS);
		const memory = memoryMb(child);
		const backMs = await kill(instance, child);
		return [
			figure("model of 1.2B in a file, tokens a second", perSecond, ""),
			figure("its process, MB", memory, ""),
			{
				what: `a stop of its answer, from the form to the end in the event stream, median and most of ${STOPS}, ms`,
				measured: middleAndMost(stops.map(({ ended }) => ended)),
				bar: "100",
				limit: `${middleAndMost(elsewhere.map(({ ended }) => ended))} (an answer of a server of models)`,
			},
			{
				what: "… from the form to a page that says so",
				measured: middleAndMost(stops.map(({ shown }) => shown)),
				bar: "",
				limit: `${middleAndMost(elsewhere.map(({ shown }) => shown))} (an answer of a server of models)`,
			},
			figure("from kill -9 of it to the next one's readiness, ms", backMs, "10000"),
			figure("a page of the chat beside it, p99, ms", at(busy, 0.99), "", at(quiet, 0.99)),
			figure("added time to the first piece of another server's answer beside it, ms", beside, "", alone),
			{
				what: `${LIVE_ANSWERS} live answers of another server beside it: pieces delivered`,
				measured: delivered(live),
				bar: "every one",
				limit: `${delivered(liveAlone)} (the model idle)`,
			},
			{
				what: "… delay of a piece, p50 / p99, ms",
				measured: spread(live.delays),
				bar: "",
				limit: `${spread(liveAlone.delays)} (the model idle)`,
			},
		];
	} finally {
		await instance.stop();
		rmSync(file, { force: true });
	}
}

const figure = (what: string, measured: number, bar: string, control?: number): Figure => ({
	what,
	measured: round(measured),
	bar,
	limit: control === undefined ? "" : `${round(control)} (the model idle)`,
});

const at = (times: number[], share: number) =>
	times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0;

async function pagesInRounds(person: Person) {
	const quiet: number[] = [];
	const busy: number[] = [];
	for (let round = 0; round < ROUNDS; round++) {
		quiet.push(...(await pageTimes(person)));
		const { answerId, conversationId } = await person.ask("Вопрос");
		await firstPiece(person, answerId);
		busy.push(...(await pageTimes(person)));
		await stop(person, answerId, conversationId);
	}
	return { quiet, busy };
}

async function pageTimes(person: Person): Promise<number[]> {
	const times: number[] = [];
	for (let i = 0; i < PAGES; i++) {
		const began = performance.now();
		await (await person.fetch("/chat")).text();
		times.push(performance.now() - began);
	}
	return times;
}

/** From the press to the first piece of answers that another server of models gives at once. */
const piecesElsewhere = () =>
	onSite(async ({ instance }) => {
		const person = await new Person(instance).register();
		const times: number[] = [];
		for (let i = 0; i < 15; i++) {
			const began = performance.now();
			const { answerId } = await person.ask("Вопрос");
			await firstPiece(person, answerId);
			times.push(performance.now() - began);
			// A person may have a few answers written at once.
			for await (const text of streamOf(person, answerId)) if (/event: end/.test(text)) break;
		}
		return median(times);
	});

/** Waits for the first piece. @returns when it came */
async function firstPiece(person: Person, answerId: string): Promise<number> {
	for await (const text of streamOf(person, answerId)) if (/event: patch/.test(text)) break;
	return performance.now();
}

async function* streamOf(person: Person, answerId: string): AsyncGenerator<string> {
	const hangUp = new AbortController();
	const response = await person.fetch(`/chat/events?answer=${answerId}`, { signal: hangUp.signal });
	let text = "";
	try {
		for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
			text += chunk;
			yield text;
		}
	} finally {
		hangUp.abort();
	}
}

/** Tokens of the random vocabulary are words of their own («t12345»). */
async function tokensSince(person: Person, answerId: string): Promise<number> {
	for await (const text of streamOf(person, answerId)) return text.match(/t\d+/g)?.length ?? 0;
	return 0;
}

/** When a stop was in the event stream, and on a page, in milliseconds from the form. */
type Stop = { ended: number; shown: number };

async function stop(person: Person, answerId: string, conversationId: string): Promise<Stop> {
	const connected = Promise.withResolvers<void>();
	const end = (async () => {
		for await (const text of streamOf(person, answerId)) {
			connected.resolve();
			if (/event: end/.test(text)) break;
		}
		return performance.now();
	})();
	await connected.promise;
	const began = performance.now();
	await person.post("/chat/stop", { answerId });
	const ended = (await end) - began;
	for (;;) {
		const page = await (await person.fetch(`/chat?c=${conversationId}`)).text();
		if (!page.includes('data-state="writing"')) return { ended, shown: performance.now() - began };
	}
}

async function askAndStop(person: Person): Promise<Stop> {
	const { answerId, conversationId } = await person.ask("Вопрос");
	await firstPiece(person, answerId);
	return stop(person, answerId, conversationId);
}

const stopsElsewhere = () =>
	onSite(async ({ instance, model }) => {
		const person = await new Person(instance).register();
		const stops: Stop[] = [];
		model.otherwise = async (reply) => {
			for (;;) {
				await reply.stream("слово ");
				await reply.pause(150);
			}
		};
		while (stops.length < STOPS) stops.push(await askAndStop(person));
		return stops;
	});

const middleAndMost = (times: number[]) => `${round(median(times))} / ${round(Math.max(...times))}`;

async function kill(instance: Instance, child: number): Promise<number> {
	const began = performance.now();
	process.kill(child, "SIGKILL");
	await modelProcessOf(instance, 2);
	return performance.now() - began;
}
