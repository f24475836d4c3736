import { startTimeout } from "../../platform/concurrency/timeout.server.ts";
import { cutText } from "../../platform/cut-text.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import type { Model } from "../providers/provider.server.ts";
import { indexTitle } from "../search/index-message.server.ts";
import { TITLE_REQUEST, titleOfModel } from "./title-of-model.server.ts";

/** The request's timeout: the conversation has a provisional title already. */
export const NAMING_MS = 20_000;
const ENOUGH = 300;
/** Characters of the question and of the answer that the model gets. */
const EXCERPT = 1_500;

/**
 * Asks the model for a short title after the first answer of a conversation, once, and stores it unless the user has
 * set one meanwhile.
 * @param stopping aborts the call
 * @returns the title, or undefined when there is none to store
 */
export async function nameConversation(
	db: Db,
	answerId: string,
	model: Pick<Model, "id" | "provider">,
	limitMs = NAMING_MS,
	stopping?: AbortSignal,
): Promise<string | undefined> {
	const first = await readFirst(db, answerId);
	if (!first) return undefined;
	const title = titleOfModel(await askForTitle(model, first, limitMs, stopping));
	if (title === "") return undefined;
	return transact(db, async (trx) => {
		const named = await trx
			.updateTable("conversations")
			.set({ title, title_by: "model" })
			.where("id", "=", first.conversation_id)
			.where("title_by", "=", "prompt")
			.returning(["id", "account_id", "created_at", "title"])
			.executeTakeFirst();
		if (named) await indexTitle(trx, named);
		return named?.title;
	});
}

/** The answer with its prompt, if it is complete and the only one of a conversation that nobody renamed. */
export async function readFirst(db: Db, answerId: string) {
	const first = await db
		.selectFrom("answers as a")
		.innerJoin("prompts as p", "p.id", "a.prompt_id")
		.innerJoin("conversations as c", "c.id", "a.conversation_id")
		.select(["a.conversation_id", "a.account_id", "a.model", "a.text as answered", "p.text as asked"])
		.where("a.id", "=", answerId)
		.where("a.state", "=", "done")
		.where("a.text", "<>", "")
		.where("p.parent_answer_id", "is", null)
		.where("c.title_by", "=", "prompt")
		.where("c.deleted_at", "is", null)
		.executeTakeFirst();
	if (!first) return undefined;
	const others = await db
		.selectFrom("answers")
		.select("id")
		.where("conversation_id", "=", first.conversation_id)
		.where("id", "<>", answerId)
		.limit(1)
		.execute();
	return others.length === 0 ? first : undefined;
}

async function askForTitle(
	{ id, provider }: Pick<Model, "id" | "provider">,
	{ account_id, asked, answered }: { account_id: string; asked: string; answered: string },
	limitMs: number,
	stopping?: AbortSignal,
): Promise<string> {
	const controller = new AbortController();
	const abort = () => controller.abort();
	const endTimeout = startTimeout(limitMs, abort);
	if (stopping?.aborted) abort();
	stopping?.addEventListener("abort", abort);
	let title = "";
	try {
		const content = `${TITLE_REQUEST}\n\nВопрос:\n${cutText(asked, EXCERPT)}\n\nОтвет:\n${cutText(answered, EXCERPT)}`;
		const stream = provider.stream(
			{ model: id, messages: [{ role: "user", content }], user: account_id },
			controller.signal,
		);
		for await (const event of stream) {
			if (event.kind === "text") title += event.text;
			if (event.kind === "end") return title;
			if (title.length > ENOUGH) break;
		}
		// Cut off or too long: not a title.
		return "";
	} finally {
		endTimeout();
		stopping?.removeEventListener("abort", abort);
		controller.abort();
	}
}
