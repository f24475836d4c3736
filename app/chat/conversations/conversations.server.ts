import { sql } from "kysely";
import { filesOfPrompts, type PromptFiles } from "../../files/files-of-prompts.server.ts";
import { cutText } from "../../platform/cut-text.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import type { AnswerState, Manner } from "../../platform/db/tables/chat.ts";
import { readAnswerSoFar } from "../answers/log/answer-updates.server.ts";
import { readSteps } from "../answers/rounds/read-steps.server.ts";
import {
	type ShownReasoning,
	showReasoning,
	treesOfEnded,
	treesOfRunning,
} from "../answers/shown-answer.server.ts";
import { lastGiven } from "../citations/given-passage.ts";
import { readSources } from "../citations/read-sources.server.ts";
import { readWebSources } from "../citations/read-web-sources.server.ts";
import type { WebSource } from "../citations/web-source.ts";
import type { GivenDocument } from "../context/given-documents.server.ts";
import type { Tree } from "../markdown/tree/tree.ts";
import type { Waiting } from "../providers/provider.server.ts";
import { type ShownRound, shownAt } from "../tools/shown-step.ts";
import { readSwitches, type Switches } from "../tools/switches.server.ts";
import { type Exchange, type ExchangeRef, readExchanges, walkUp } from "./branch.server.ts";
import { findRange, type Part } from "./page-range.server.ts";
import { exchangeWeight, PAGE_WEIGHT, stepsWeight } from "./page-weight.ts";
import { findRunning, type RunningAnswer } from "./running-answer.server.ts";
import { readVersions, type Versions } from "./versions.server.ts";

/** Exchanges on the first page of a conversation, counted from its end. */
const EXCHANGES_SHOWN = 25;

/** More than can be typed here, in UTF-16 units. */
const PROMPT_SHOWN = 40_000;

export type ShownAnswer = {
	id: string;
	state: AnswerState;
	/** It is running and was asked to stop. */
	stopping: boolean;
	finish: string | null;
	failure: string | null;
	reasoning: ShownReasoning;
	/** The number of exchanges omitted from the model's context. */
	contextCut: number;
	blocks: readonly Tree[];
	/** The log position up to which the text is shown: the live stream resumes here. */
	cursor: number;
	model: string;
	/** The model that was chosen and was down, where `model` is its spare; null: none. */
	spareFor: string | null;
	/** How it was asked to differ from the answer before it. */
	manner: Manner | null;
	createdAt: number;
	/** In UTF-16 units of its Markdown. */
	length: number;
	rating: "up" | "down" | null;
	versions: Versions | null;
	/** The documents that the model was given for it. */
	given: GivenDocument[];
	/** The pages that its tools have found. */
	webSources: WebSource[];
	/** The rounds in which tools were called. */
	rounds: ShownRound[];
	/** The model's server took no tools, so it was written without them. */
	toolsRefused: boolean;
	/** It was to be reasoned about longer, and the model's server could not be told so. */
	effortRefused: boolean;
	/** Why it has no text yet, where this process knows. */
	waiting: Waiting | null;
};
export type ShownPrompt = {
	id: string;
	text: string;
	/** Only the beginning is shown: an imported prompt may be as long as a book. */
	cut: boolean;
	/** The answer it follows, by which the browser joins pages of a conversation. */
	after: string | null;
	versions: Versions | null;
} & PromptFiles;
/** `weight` is the approximate number of elements that it adds to a page. */
export type ShownExchange = { prompt: ShownPrompt; answer: ShownAnswer; weight: number };
/** A conversation's title and state, without its messages. */
export type ConversationHead = {
	id: string;
	title: string;
	model: string | null;
	pinned: boolean;
	archived: boolean;
	instruction: string;
	/** The switches of its composer. */
	switches: Switches;
	/** The answer at the end of the current branch. */
	tip: string | null;
	/** The answer that is running, on whatever branch. */
	running: string | null;
};
export type ShownConversation = {
	id: string;
	exchanges: ShownExchange[];
	/** May be on another branch than the one that is shown, or below it. */
	running: RunningAnswer | null;
	/** Whether the branch continues above and below what is shown. */
	earlier: boolean;
	later: boolean;
};
/** @returns undefined when the account has no such conversation */
export async function findConversation(
	db: Db,
	accountId: string,
	conversationId: string,
): Promise<ConversationHead | undefined> {
	const row = await db
		.selectFrom("conversations")
		.select(["id", "title", "model", "tip_answer_id", "pinned_at", "archived_at", "instruction", "tools"])
		.select((eb) =>
			eb
				.selectFrom("answers")
				.select("answers.id")
				.whereRef("answers.conversation_id", "=", "conversations.id")
				// Written out, so that SQLite uses the index of running answers.
				.where("answers.state", "=", sql.lit("writing"))
				.as("running"),
		)
		.where("id", "=", conversationId)
		.where("account_id", "=", accountId)
		.where("deleted_at", "is", null)
		.executeTakeFirst();
	return (
		row && {
			id: row.id,
			title: row.title,
			model: row.model,
			pinned: row.pinned_at !== null,
			archived: row.archived_at !== null,
			instruction: row.instruction ?? "",
			switches: readSwitches(row.tools),
			tip: row.tip_answer_id,
			running: row.running,
		}
	);
}

/**
 * The messages of a conversation as the screen shows them, with the current text of a running answer.
 * @param conversation its id, or its head where that has been read
 * @returns undefined when the account has no such conversation, or the conversation no such message
 */
export async function readConversation(
	db: Db,
	accountId: string,
	conversation: string | ConversationHead,
	part: Part = {},
): Promise<ShownConversation | undefined> {
	const head =
		typeof conversation === "string" ? await findConversation(db, accountId, conversation) : conversation;
	if (!head) return undefined;
	const range = await findRange(db, accountId, head.id, head.tip, part);
	if (!range) return undefined;
	const branch = range.end ? await readRefs(db, accountId, range.end) : [];
	const shown = await showAround(db, branch, part.message ?? null);
	const answers = shown.map(({ answer }) => answer);
	return {
		id: head.id,
		exchanges: shown,
		running: await findRunning(db, head.running, answers),
		earlier: shown[0] !== undefined && shown[0].prompt.after !== null,
		later: range.later || answers.at(-1)?.id !== branch.at(-1)?.answerId,
	};
}

/** The exchanges at the end of a branch, without their texts, which may be long. */
async function readRefs(db: Db, accountId: string, end: string): Promise<ExchangeRef[]> {
	const refs: ExchangeRef[] = [];
	for await (const ref of walkUp(db, accountId, end, EXCHANGES_SHOWN)) {
		refs.unshift(ref);
		if (refs.length === EXCHANGES_SHOWN) break;
	}
	return refs;
}

/**
 * Reads as many exchanges of a branch as fit into a page, around the message that was asked for, or at the end. They
 * are read one after another: each may be long.
 */
async function showAround(
	db: Db,
	branch: readonly ExchangeRef[],
	message: string | null,
): Promise<ShownExchange[]> {
	const asked = branch.findIndex(({ promptId, answerId }) => promptId === message || answerId === message);
	const middle = asked < 0 ? branch.length - 1 : asked;
	// Exchanges below the requested message come first: the user reads on from it.
	const above = branch.slice(0, Math.max(middle, 0));
	const order = [...branch.slice(above.length), ...above.toReversed()];
	const shown: ShownExchange[] = [];
	let weight = 0;
	for (const batch of batchesOf(order)) {
		const exchanges = await readExchanges(db, batch);
		const prompts = exchanges.map(({ prompt }) => prompt.id);
		const called = exchanges.flatMap(({ answer }) => (answer.rounds > 0 ? answer.id : []));
		const about: About = {
			versions: await readVersions(db, exchanges),
			files: await filesOfPrompts(db, prompts),
			sources: await readSources(db, exchanges),
			rounds: await readSteps(db, called),
			webSources: await readWebSources(db, called),
		};
		for (const exchange of exchanges) {
			const next = await show(db, exchange, about);
			weight += next.weight;
			if (shown.length > 0 && weight > PAGE_WEIGHT) return shown;
			if (above.some(({ answerId }) => answerId === exchange.answer.id)) shown.unshift(next);
			else shown.push(next);
		}
	}
	return shown;
}

/** Bytes read at a time, unless one exchange is larger. */
const BATCH_BYTES = 512 * 1024;

function batchesOf(refs: readonly ExchangeRef[]): ExchangeRef[][] {
	const batches: ExchangeRef[][] = [];
	let bytes = Number.POSITIVE_INFINITY;
	for (const ref of refs) {
		const size = Number(ref.bytes) + Number(ref.reasoningBytes);
		bytes += size;
		if (bytes > BATCH_BYTES) {
			batches.push([]);
			bytes = size;
		}
		batches.at(-1)?.push(ref);
	}
	return batches;
}

/** The parts of messages that other tables hold, by message. */
type About = {
	versions: Map<string, Versions>;
	files: Map<string, PromptFiles>;
	sources: Map<string, GivenDocument[]>;
	rounds: Map<string, ShownRound[]>;
	webSources: Map<string, WebSource[]>;
};

async function show(
	db: Db,
	{ prompt, answer }: Exchange,
	{ versions, files, sources, rounds: allRounds, webSources }: About,
): Promise<ShownExchange> {
	const given = sources.get(answer.id) ?? [];
	const live = answer.state === "writing" ? await readAnswerSoFar(db, answer.id) : undefined;
	const written = live ?? { ...answer, contextCut: answer.context_cut, cursor: 0 };
	const text = cutText(prompt.text, PROMPT_SHOWN);
	const rounds = live?.rounds ?? allRounds.get(answer.id) ?? [];
	const blocks = await (live
		? treesOfRunning(live.text, undefined, lastGiven(given), rounds)
		: treesOfEnded(answer, rounds));
	const switches = readSwitches(live?.tools ?? answer.tools);
	const reasoning = await showReasoning(answer, live, rounds);
	return {
		weight: exchangeWeight(text, [...reasoning.blocks, ...blocks]) + stepsWeight(rounds),
		prompt: {
			id: prompt.id,
			text,
			cut: text.length < prompt.text.length,
			after: prompt.parent_answer_id,
			versions: versions.get(prompt.id) ?? null,
			...(files.get(prompt.id) ?? { files: [], deletedFiles: [] }),
		},
		answer: {
			id: answer.id,
			state: answer.state,
			stopping: answer.state === "writing" && answer.stop_requested_at !== null,
			finish: answer.finish,
			failure: answer.failure,
			reasoning,
			contextCut: written.contextCut,
			blocks,
			cursor: written.cursor,
			model: answer.model,
			spareFor: answer.spare_for,
			manner: answer.manner,
			createdAt: Number(answer.created_at),
			length: written.text.length,
			rating: answer.rating,
			versions: versions.get(answer.id) ?? null,
			given,
			webSources: live?.webSources ?? webSources.get(answer.id) ?? [],
			rounds: live ? shownAt(rounds, Date.now()) : rounds,
			toolsRefused: switches.refused === true,
			effortRefused: switches.think === true && switches.effortRefused === true,
			waiting: null,
		},
	};
}
