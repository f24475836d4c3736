import { setImmediate as turn } from "node:timers/promises";
import { filesOfPrompts, type PromptFiles } from "../../files/files-of-prompts.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { shownReasoning } from "../answers/log/answer-updates.server.ts";
import { exportedRounds } from "../answers/rounds/exported-rounds.server.ts";
import { type Round, readRounds } from "../answers/rounds/read-rounds.server.ts";
import { readSteps } from "../answers/rounds/read-steps.server.ts";
import { type ExportedWebSource, exportedWebSources } from "../citations/exported-web-sources.server.ts";
import { readWebSources } from "../citations/read-web-sources.server.ts";
import { parseSources } from "../citations/sources.server.ts";
import type { WebSource } from "../citations/web-source.ts";
import { readTexts } from "../context/model-request.server.ts";
import { inBatches } from "../conversations/batches.server.ts";
import { type ExchangeRef, walkUp } from "../conversations/branch.server.ts";
import { type Message, readMessages } from "../conversations/read-messages.server.ts";
import type { ExportedAnswer } from "./text-with-steps.server.ts";

/** The header of every export. */
export type Exported = {
	id: string;
	title: string;
	createdAt: number;
	updatedAt: number;
	model: string | null;
	instruction: string | null;
	tip: string | null;
};

/** @returns those of the conversations that the account has, the latest changed first */
export async function findExported(db: Db, accountId: string, ids: readonly string[]): Promise<Exported[]> {
	const rows = await db
		.selectFrom("conversations")
		.selectAll()
		.where("id", "in", ids)
		.where("account_id", "=", accountId)
		.where("deleted_at", "is", null)
		.orderBy("updated_at", "desc")
		.orderBy("id")
		.execute();
	return rows.map((row) => ({
		id: row.id,
		title: row.title,
		createdAt: Number(row.created_at),
		updatedAt: Number(row.updated_at),
		model: row.model,
		instruction: row.instruction,
		tip: row.tip_answer_id,
	}));
}

/**
 * The current branch as Markdown, read in portions between which the event loop is yielded.
 * @param names the headings of a question and of an answer
 * @param sourcesBelow what stands below an answer that was given documents or has found pages
 * @param withSteps an answer as Markdown, with what the model thought and called
 */
export async function* exportMarkdown(
	db: Db,
	accountId: string,
	{ title, tip }: Exported,
	names: { prompt: string; answer: string },
	sourcesBelow: (sources: string | null, pages: readonly WebSource[], text: string) => string = () => "",
	withSteps: (answer: ExportedAnswer) => string = ({ text }) => text,
): AsyncGenerator<string> {
	yield `# ${title}\n`;
	if (tip === null) return;
	// The ids alone are held in memory: the branch is read from its end and written from its beginning. The reasoning is
	// read with the texts.
	const refs: ExchangeRef[] = [];
	for await (const ref of walkUp(db, accountId, tip))
		refs.push({ ...ref, bytes: ref.bytes + ref.reasoningBytes });
	for await (const batch of inBatches(refs.reverse())) {
		const texts = await readTexts(db, batch);
		const called = [...texts].flatMap(([id, { rounds }]) => (rounds > 0 ? id : []));
		const rounds = await readSteps(db, called);
		const thoughts = await readReasoning(db, [...texts.keys()]);
		const pages = await readWebSources(db, called);
		const files = await filesOfPrompts(
			db,
			batch.map(({ promptId }) => promptId),
		);
		for (const { answerId, promptId } of batch) {
			const { asked = "", answered = "", sources = null } = texts.get(answerId) ?? {};
			const below = sourcesBelow(sources, pages.get(answerId) ?? [], answered).trimEnd();
			const thought = thoughts.get(answerId) ?? { reasoning: "", reasoningMs: null };
			const text = withSteps({ text: answered, ...thought, rounds: rounds.get(answerId) ?? [] });
			yield `\n## ${names.prompt}\n\n${namesOf(files.get(promptId))}${asked}\n\n## ${names.answer}\n\n${text}${below}\n`;
		}
		await turn();
	}
}

/** The files of a question above it, a line each; their names are other people's words, and make nothing of the line. */
const namesOf = ({ files, deletedFiles }: PromptFiles = { files: [], deletedFiles: [] }) => {
	const lines = [...files, ...deletedFiles].map(({ name }) => `- ${escaped(name)}\n`);
	return lines.length > 0 ? `${lines.join("")}\n` : "";
};

const escaped = (name: string) => name.replace(/\s+/g, " ").replace(/[\\`*_{}[\]<>#|~&!]/g, "\\$&");

/** The reasoning of some answers, and its duration. */
async function readReasoning(db: Db, answerIds: readonly string[]) {
	const rows = await db
		.selectFrom("answers")
		.select(["id", "reasoning", "reasoning_ms"])
		.where("id", "in", answerIds)
		.where("reasoning", "!=", "")
		.execute();
	return new Map(
		rows.map(({ id, reasoning, reasoning_ms }) => [
			id,
			{ reasoning: shownReasoning(reasoning), reasoningMs: reasoning_ms },
		]),
	);
}

/** The conversation with all its versions, as JSON. */
export async function* exportJson(
	db: Db,
	accountId: string,
	{ tip, ...conversation }: Exported,
): AsyncGenerator<string> {
	const head = JSON.stringify({ format: "sobesednik-conversation-1", ...conversation, shownAnswerId: tip });
	yield `${head.slice(0, -1)},"prompts":[`;
	let [before, beforeAnswer] = ["", ""];
	for await (const { prompt, answer } of readMessages(db, accountId, conversation.id)) {
		if (prompt) {
			yield `${before}\n${openPrompt(prompt)}`;
			[before, beforeAnswer] = ["]},", ""];
		} else {
			const called = answer.rounds > 0 ? [answer.id] : [];
			const rounds = (await readRounds(db, called)).get(answer.id);
			const pages = (await exportedWebSources(db, called)).get(answer.id);
			yield `${beforeAnswer}${JSON.stringify(shown(answer, rounds, pages))}`;
			beforeAnswer = ",";
		}
	}
	yield `${before.slice(0, -1)}\n]}\n`;
}

/** A prompt without its closing brace: the list of its answers follows. */
function openPrompt({
	id,
	parent_answer_id,
	created_at,
	text,
	files,
}: NonNullable<Message["prompt"]>): string {
	const named = files.length === 0 ? {} : { files };
	const head = { id, afterAnswerId: parent_answer_id, createdAt: Number(created_at), text, ...named };
	return `${JSON.stringify(head).slice(0, -1)},"answers":[`;
}

const shown = (
	answer: NonNullable<Message["answer"]>,
	rounds: readonly Round[] = [],
	webSources: readonly ExportedWebSource[] = [],
) => ({
	id: answer.id,
	createdAt: Number(answer.created_at),
	model: answer.model,
	manner: answer.manner,
	state: answer.state,
	text: answer.text,
	reasoning: shownReasoning(answer.reasoning),
	reasoningMs: answer.reasoning_ms,
	rating: answer.rating,
	ratingReason: answer.rating_reason,
	...(answer.sources === null ? {} : { sources: parseSources(answer.sources) }),
	...(rounds.length === 0 ? {} : { rounds: exportedRounds(rounds) }),
	...(webSources.length === 0 ? {} : { webSources }),
});
