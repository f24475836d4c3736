import type { Db } from "../db/connection.server.ts";
import type { AnswersTable } from "../db/tables/chat.ts";
import type { AnswerLog } from "./answer-log.server.ts";
import { readBranch } from "./branch.server.ts";
import { GO_ON } from "./go-on.ts";
import { claimLease, MAX_ATTEMPTS, PULSE_MS, pulse, releaseLease } from "./lease.server.ts";
import { type ChatMessage, type Provider, ProviderError } from "./providers/provider.ts";
import { type Ending, settleAnswer } from "./settle-answer.server.ts";

/** What a pen needs of the process it writes in. */
export type Desk = {
	db: Db;
	log: AnswerLog;
	/** Names this process in leases. */
	owner: string;
	/** The provider of a model, or undefined when the operator has taken the model away. */
	findProvider(model: string): Provider | undefined;
	/** Logs what the provider said of its failure; it holds no words of people. */
	onFailure(answerId: string, code: string, detail: string): void;
};

/** Why a pen is put down from outside. */
export type PutDown = "stop" | "lost" | "shutdown";

/**
 * Writes one answer to its end: takes the lease, asks the model, puts every piece into the log, settles.
 * Runs detached from any request, so closing the tab does not stop it. Does nothing when another
 * process holds the pen.
 * @param controller aborted with a `PutDown` to end it early; the model's call is cut at once
 */
export async function writeAnswer(desk: Desk, answerId: string, controller: AbortController): Promise<void> {
	const answer = await claimLease(desk.db, answerId, desk.owner);
	if (!answer) return;
	const heart = beat(desk, answerId, controller);
	try {
		const ending = await write(desk, answer, controller);
		if (ending === "shutdown") return await releaseLease(desk.db, answerId, desk.owner);
		if (ending !== "lost") await settleAnswer(desk.db, desk.log, answerId, desk.owner, ending);
	} finally {
		clearInterval(heart);
	}
}

/** Keeps the lease and hears a stop that was asked for on another server. */
function beat(desk: Desk, answerId: string, controller: AbortController): NodeJS.Timeout {
	return setInterval(async () => {
		try {
			const heard = await pulse(desk.db, answerId, desk.owner);
			if (heard !== "go-on") controller.abort(heard satisfies PutDown);
		} catch {
			// One missed beat is no death: the lease outlives several.
		}
	}, PULSE_MS);
}

async function write(
	desk: Desk,
	answer: AnswersTable,
	{ signal }: AbortController,
): Promise<Ending | "shutdown" | "lost"> {
	const soFar = await desk.log.readAfter(answer.id, 0);
	let text = soFar.reduce((all, entry) => (entry.kind === "text" ? all + entry.body : all), "");
	if (answer.stop_requested_at !== null) return { state: "stopped" };
	if (answer.attempts > MAX_ATTEMPTS) return failed(text, "attempts");

	const provider = desk.findProvider(answer.model);
	if (!provider) return failed(text, "model-missing");
	const writer = await desk.log.openWriter(answer.id);
	try {
		const messages = await conversationSoFar(desk.db, answer, text);
		const stream = provider.stream({ model: answer.model, messages, user: answer.account_id }, signal);
		for await (const event of stream) {
			if (event.kind === "end") {
				await writer.flush();
				if (text.trim() === "" && event.finish !== "filtered") return failed(text, "empty");
				return { state: "done", finish: event.finish };
			}
			if (event.text === "") continue;
			if (event.kind === "text") text += event.text;
			writer.append(event.kind, event.text);
		}
		await writer.flush();
		return putDown(signal) ?? failed(text, "cut-off");
	} catch (error) {
		const ordered = putDown(signal);
		if (ordered) {
			if (ordered !== "lost") await writer.flush();
			return ordered;
		}
		await writer.flush();
		if (!(error instanceof ProviderError)) throw error;
		desk.onFailure(answer.id, error.code, error.detail);
		return failed(text, error.code);
	}
}

/** What is to become of the answer when it was ended from outside. */
function putDown(signal: AbortSignal): Ending | "shutdown" | "lost" | undefined {
	if (!signal.aborted) return undefined;
	return signal.reason === "stop" ? { state: "stopped" } : (signal.reason as "shutdown" | "lost");
}

/** With something said the answer is interrupted and can go on; with nothing it has failed. */
function failed(text: string, failure: string): Ending {
	return { state: text === "" ? "failed" : "interrupted", failure };
}

async function conversationSoFar(db: Db, answer: AnswersTable, textSoFar: string): Promise<ChatMessage[]> {
	const branch = await readBranch(db, answer.account_id, answer.id);
	const messages: ChatMessage[] = [];
	for (const exchange of branch) {
		messages.push({ role: "user", content: exchange.prompt.text });
		const said = exchange.answer.id === answer.id ? textSoFar : exchange.answer.text;
		if (said !== "") messages.push({ role: "assistant", content: said });
	}
	if (textSoFar !== "") messages.push({ role: "user", content: GO_ON });
	return messages;
}
