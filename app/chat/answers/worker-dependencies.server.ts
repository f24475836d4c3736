import type { Embeddings } from "../../files/vectors/embeddings.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import type { Tool } from "../../tools/tool.server.ts";
import type { Model } from "../providers/provider.server.ts";
import type { AnswerEnd } from "./answer-end.ts";
import type { claimLease } from "./lease.server.ts";
import type { AnswerLog } from "./log/answer-log.server.ts";
import type { SpareModels } from "./spare-models.server.ts";

/** A running answer whose lease its worker holds. */
export type Claimed = NonNullable<Awaited<ReturnType<typeof claimLease>>>;

/** The properties of a model that a worker uses. */
export type AnsweringModel = Pick<Model, "provider" | "contextTokens" | "answerTokens"> &
	Partial<Pick<Model, "sees" | "tools" | "reasoningBack" | "effort">>;

/** The dependencies of a worker, from its process. */
export type WorkerDependencies = {
	db: Db;
	/** Where leases are renewed; without it, `db`. */
	heartbeatDb?: Db;
	log: AnswerLog;
	/** The worker id in leases. */
	owner: string;
	/** Looks a model up by its id; undefined when the operator has removed it. */
	findModel(id: string): AnsweringModel | undefined;
	/** The models that answer in place of those that are down. */
	spares?: SpareModels;
	/** The operator's system prompt for every model; "" for none. */
	instruction: string;
	/** The server by which documents are searched for meaning too; null: by words alone. */
	embeddings?: Embeddings | null;
	/** The tools that the model of an answer may call, if it can call any; without it there are none. */
	toolsOf?(answer: Pick<Claimed, "tools" | "account_id">, signal: AbortSignal): Promise<readonly Tool[]>;
	/** The title of a tool that a question may switch on, whether or not its server can be reached. */
	furtherTitle?(this: void, name: string): string | undefined;
	/** Whether an account may have a model reason longer; without it, it may. */
	mayThinkLonger?(accountId: string): Promise<boolean>;
	/** How many calls an account may begin in a day; without it, or undefined: as many as answers take. */
	callsPerDay?(accountId: string): Promise<number | undefined>;
	/** Logs the provider's error detail, which contains no user text. */
	onFailure(answerId: string, code: string, detail: string): void;
	/** Queues the work that follows from an end, in the transaction that ends the answer. */
	followUp?(trx: Db, answerId: string, end: AnswerEnd, model: string): Promise<void>;
	/** Called after the answer has ended and its readers were notified: later work must not delay the end. */
	onSettled(answerId: string, end: AnswerEnd, model: string): void;
};
