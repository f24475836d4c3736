import { StorageDown } from "../../../files/blobs/blob-store.server.ts";
import type { Tool } from "../../../tools/tool.server.ts";
import type { BranchFiles } from "../../context/branch-files.server.ts";
import type { AnswerSoFar } from "../../context/model-request.server.ts";
import { ModelRestarted, ProviderError, type ProviderEvent } from "../../providers/provider.server.ts";
import type { Effort } from "../../providers/wire/effort.server.ts";
import { readSwitches, type Switches } from "../../tools/switches.server.ts";
import type { AnswerEnd } from "../answer-end.ts";
import type { AnswerText } from "../answer-text.server.ts";
import { askModel } from "../ask-model.server.ts";
import { endOnStop, failed } from "../end-of-attempt.server.ts";
import { changeHeld } from "../lease.server.ts";
import type { AnsweringModel, Claimed, WorkerDependencies } from "../worker-dependencies.server.ts";
import { areToolsOver, planCalls } from "./plan-calls.server.ts";
import { isOver, type Round } from "./read-rounds.server.ts";
import { recordRound } from "./record-rounds.server.ts";
import { roundRequest } from "./round-request.server.ts";
import { runCalls } from "./run-calls.server.ts";

export type Writing = {
	dependencies: WorkerDependencies;
	answer: Claimed;
	model: AnsweringModel;
	branchFiles: BranchFiles;
	text: AnswerText;
	signal: AbortSignal;
};

/** The text and the reasoning after the last round. */
type Tail = { text: string; reasoning: string };
type End = Extract<ProviderEvent, { kind: "end" }>;
/** `waiting`: for the person's consent; `restarted`: the model's process restarts, and the next attempt goes on. */
export type Ended = AnswerEnd | "shutdown" | "lost" | "restarted" | "waiting";

/**
 * Asks the model, and again with the results as long as it calls tools, until it has answered. Most answers are one
 * request. Each round is committed before its calls run, each call before it acts: the worker that takes the answer up
 * goes on from there.
 * @param rounds those of earlier attempts
 * @param tail the text after them, and the reasoning
 * @throws {LeaseLost}
 */
export async function writeRounds(writing: Writing, rounds: Round[], tail: Tail): Promise<Ended> {
	const { dependencies, answer, text, signal } = writing;
	const tools = await readTools(writing);
	if (tools === "aborted") return endOnStop(signal) ?? "lost";
	const usage = new Usage();
	let effort = await readEffort(writing);
	let [all, rest, mayCall] = [rounds, tail, tools.length > 0];
	for (;;) {
		if (all.at(-1)?.calls.some((call) => !isOver(call))) {
			all = await runCalls(callsOf(writing, tools), all, signal);
			const ordered = endOnStop(signal);
			if (ordered) return ordered;
			if (all.at(-1)?.calls.some(({ state }) => state === "waiting")) return "waiting";
		}
		mayCall &&= !areToolsOver(all);
		const end = await writeRound(
			writing,
			{ tail: rest.text, reasoning: rest.reasoning, rounds: all, mayCall },
			tools,
			effort,
		);
		if (end === "without-tools") {
			mayCall = false;
			if (all.length === 0) await note(dependencies, answer, { refused: true });
			continue;
		}
		if (end === "without-effort") {
			effort = undefined;
			await note(dependencies, answer, { effortRefused: true });
			continue;
		}
		if (typeof end === "string" || !("kind" in end)) return end;
		usage.add(end);
		if (!end.asked)
			return { state: "done", finish: end.finish, usage: usage.all, firstPieceMs: text.firstPieceMs };
		all = [...all, await record(writing, all, end, tools)];
		rest = { text: "", reasoning: "" };
	}
}

async function readTools({ dependencies, answer, model, signal }: Writing) {
	if (!model.tools) return [];
	try {
		return (await dependencies.toolsOf?.(answer, signal)) ?? [];
	} catch (error) {
		if (signal.aborted) return "aborted" as const;
		throw error;
	}
}

/** How long the model is told to reason, where it has a choice: longer only where that is switched on and allowed. */
async function readEffort({ dependencies, answer, model }: Writing): Promise<Effort | undefined> {
	const { think = false, effortRefused = false } = readSwitches(answer.tools);
	if (!model.effort || effortRefused) return undefined;
	const longer = think && ((await dependencies.mayThinkLonger?.(answer.account_id)) ?? true);
	return { value: model.effort[longer ? 1 : 0], longer };
}

/** The tools that the question has switched on, with their titles. */
function switchedOn({ furtherTitle }: WorkerDependencies, answer: Claimed): Map<string, string> {
	const titles = new Map<string, string>();
	for (const name of readSwitches(answer.tools).tools ?? []) {
		const title = furtherTitle?.(name);
		if (title !== undefined) titles.set(name, title);
	}
	return titles;
}

const callsOf = ({ dependencies, answer, model }: Writing, tools: readonly Tool[]) => ({
	held: { db: dependencies.db, answerId: answer.id, owner: dependencies.owner },
	accountId: answer.account_id,
	conversationId: answer.conversation_id,
	tools,
	switchedOn: switchedOn(dependencies, answer),
	contextTokens: model.contextTokens,
	log: dependencies.log,
	callsPerDay: dependencies.callsPerDay,
	onDefect: (tool: string, error: unknown) =>
		dependencies.onFailure(
			answer.id,
			"tool",
			`${tool}: ${error instanceof Error ? error.name : typeof error}`,
		),
});

/**
 * One request and what the model says.
 * @returns the end of the model's stream where it is one, else how the answer ends; or that the model has to be asked
 * without tools: its server takes none, or it said nothing after their results; or without a word on how long to reason
 */
async function writeRound(
	{ dependencies, answer, model, branchFiles, text, signal }: Writing,
	soFar: AnswerSoFar,
	tools: readonly Tool[],
	effort: Effort | undefined,
): Promise<End | Ended | "without-tools" | "without-effort"> {
	let stream: Awaited<ReturnType<typeof askModel>> | undefined;
	try {
		// Passed without a local variable, so that the conversation can be collected while the answer runs.
		stream = await askModel(
			dependencies,
			answer,
			model,
			await roundRequest(dependencies, answer, branchFiles, soFar, model),
			signal,
			soFar.mayCall ? tools : [],
			effort,
		);
		text.askedTokens += stream.tokens;
		for (let step = stream.first; !step.done; step = await stream.rest.next()) {
			const event = step.value;
			if (event.kind === "reasoning") text.takeReasoning(event.text);
			else if (event.kind === "text") text.take(event.text);
			else if (event.kind === "thought") text.takeBack();
			else {
				await text.flush();
				if (text.isBlank && !event.asked && event.finish !== "filtered") return failed(text.hasText, "empty");
				return event;
			}
			if (text.isTooLong) throw new ProviderError("length", "an answer without end");
		}
		await text.flush();
		return endOnStop(signal) ?? failed(text.hasText, "cut-off");
	} catch (error) {
		const ordered = endOnStop(signal);
		if (ordered === "lost") return ordered;
		if (!ordered && error instanceof StorageDown) {
			dependencies.onFailure(answer.id, "storage", String(error.cause));
			return failed(text.hasText, "storage");
		}
		if (!ordered && !(error instanceof ProviderError || error instanceof ModelRestarted)) throw error;
		await text.flush();
		if (ordered) return ordered;
		if (error instanceof ModelRestarted) return "restarted";
		const { code, detail } = error as ProviderError;
		const { firstPieceMs } = text;
		const isFirst = soFar.rounds.length === 0;
		if (soFar.mayCall && code === (isFirst ? "tools-refused" : "empty")) return "without-tools";
		if (code === "effort-refused") return "without-effort";
		// Asked to continue, the model added nothing: the text was complete and only its end was lost.
		if (code === "empty" && !text.isBlank) return { state: "done", finish: "stop", firstPieceMs };
		if (code === "length" && !text.isBlank) return { state: "done", finish: "length", firstPieceMs };
		dependencies.onFailure(answer.id, code, detail);
		return failed(text.hasText, code);
	} finally {
		dependencies.log.setWaiting(answer.id, null);
		// A failure anywhere here closes the model's stream.
		await stream?.rest.return?.();
	}
}

/** The screen says what the model's server did not take. */
async function note(
	{ db, log, owner }: WorkerDependencies,
	answer: Claimed,
	refused: Switches,
): Promise<void> {
	answer.tools = JSON.stringify({ ...readSwitches(answer.tools), ...refused });
	await changeHeld({ db, answerId: answer.id, owner }, { tools: answer.tools });
	await log.announce(answer.id);
}

/** Commits what the model has said and asked for. */
async function record(
	{ dependencies, answer, text }: Writing,
	before: readonly Round[],
	{ asked, finish, usage }: End,
	tools: readonly Tool[],
): Promise<Round> {
	const { db, owner, log } = dependencies;
	const now = Date.now();
	const round = {
		round: (before.at(-1)?.round ?? 0) + 1,
		message: JSON.stringify(asked?.message ?? {}),
		text_to: text.textLength,
		reasoning_to: text.reasoningLength,
		reasoning_ms: text.reasoningMs(now),
		tokens_in: usage?.promptTokens ?? null,
		tokens_out: usage?.completionTokens ?? null,
		ended_at: now,
	};
	const calls = planCalls(asked?.calls ?? [], finish, tools, before, now, switchedOn(dependencies, answer));
	const recorded = await recordRound({ db, answerId: answer.id, owner }, answer.account_id, round, calls);
	text.roundEnded({ endedAt: now, reasoningMs: round.reasoning_ms });
	await log.announce(answer.id);
	return recorded;
}

/** The tokens of all requests of an answer. */
class Usage {
	all: AnswerEnd["usage"];

	add({ usage }: End): void {
		if (!usage) return;
		this.all = {
			promptTokens: usage.promptTokens + (this.all?.promptTokens ?? 0),
			completionTokens: usage.completionTokens + (this.all?.completionTokens ?? 0),
		};
	}
}
