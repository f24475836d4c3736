import type { Db } from "../../platform/db/connection.server.ts";
import { enqueue } from "../../platform/jobs/enqueue.server.ts";
import type { JobHandler } from "../../platform/jobs/job-handler.server.ts";
import type { Model } from "../providers/provider.server.ts";
import { NAMING_MS, nameConversation, readFirst } from "./name-conversation.server.ts";

/** The kind of the job that asks a model for a conversation's title; its key is the id of the first answer. */
const NAME_CONVERSATION = "name-conversation";

/** Queues the title of an answer's conversation, if the answer is the first one, in the transaction that ends it. */
export async function enqueueTitle(trx: Db, answerId: string): Promise<void> {
	if (await readFirst(trx, answerId)) await enqueue(trx, [{ kind: NAME_CONVERSATION, key: answerId }]);
}

type Naming = {
	/** The model that generates the titles of its conversations; undefined: it does not. */
	findModel: (id: string) => Pick<Model, "id" | "provider"> | undefined;
	/** The model has failed: the prompt's beginning stays the title. */
	onFailure: (answerId: string, error: unknown) => void;
	/** The title is stored, or there is none. */
	onNamed: (answerId: string, title: string | undefined) => Promise<void>;
};

/** Names conversations. A model that fails is not asked again, one whose server has stopped or died is. */
export const nameConversationHandler = (db: Db, { findModel, onFailure, onNamed }: Naming): JobHandler => ({
	kind: NAME_CONVERSATION,
	concurrency: 32,
	leaseMs: NAMING_MS + 10_000,
	maxAttempts: 2,
	pauseMs: () => 0,
	run: async ({ key }, { signal }) => {
		const first = await readFirst(db, key);
		const model = first && findModel(first.model);
		const title =
			model &&
			(await nameConversation(db, key, model, NAMING_MS, signal).catch((error: unknown) => {
				if (!signal.aborted) onFailure(key, error);
				return undefined;
			}));
		if (title === undefined && signal.aborted) return { outcome: "released" };
		await onNamed(key, title);
		return { outcome: "done" };
	},
});
