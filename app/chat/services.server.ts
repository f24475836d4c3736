import { join } from "node:path";
import { mayMakePictures, maySearch, mayThinkLonger } from "../billing/plans/plan.server.ts";
import { planInForce } from "../billing/plans/plan-in-force.server.ts";
import { arePlansStored, plans } from "../billing/plans/plans.server.ts";
import { embeddings } from "../files/services.server.ts";
import { localModel } from "../local-model/services.server.ts";
import { ConfigError, config } from "../platform/config.server.ts";
import { announce, onAnnouncement } from "../platform/db/announcements.server.ts";
import { db, reservedDb } from "../platform/db/service.server.ts";
import type { JobHandler } from "../platform/jobs/job-handler.server.ts";
import { wakeRunner } from "../platform/jobs/wake.server.ts";
import { workerId } from "../platform/jobs/worker-id.server.ts";
import { log as logger } from "../platform/log.server.ts";
import { MemoryWatermark } from "../platform/memory-watermark.server.ts";
import { service } from "../platform/service.server.ts";
import { storedSettings } from "../platform/stored-settings/service.server.ts";
import { MAKE_PICTURE } from "../tools/pictures/make-picture.server.ts";
import { tools } from "../tools/services.server.ts";
import { countEnd } from "./answers/answer-metrics.server.ts";
import { AnswerWorkers } from "./answers/answer-workers.server.ts";
import { Answers } from "./answers/answers.server.ts";
import { AnswerLog } from "./answers/log/answer-log.server.ts";
import { recoverTail } from "./answers/log/log-tail.server.ts";
import { SpareModels } from "./answers/spare-models.server.ts";
import { readInstruction } from "./context/instruction.server.ts";
import { Imports } from "./import/imports.server.ts";
import { Spool } from "./import/upload/spool.server.ts";
import { checkPlanModels } from "./plan-models.server.ts";
import { withSpans } from "./provider-spans.server.ts";
import { type Catalogue, loadModels } from "./providers/catalogue.server.ts";
import { faqProvider } from "./providers/faq-provider.server.ts";
import { describeLocal, LOCAL_ANSWERS, localProvider } from "./providers/local-provider.server.ts";
import type { StoredModels } from "./providers/models-file.server.ts";
import type { Model } from "./providers/provider.server.ts";
import { isFileInForce, loadStoredModels } from "./providers/stored/stored-models.server.ts";
import { AnswerStreams } from "./stream/answer-streams.server.ts";
import { enqueueTitle, nameConversationHandler } from "./titles/title-handler.server.ts";
import { TitleSubscriptions } from "./titles/title-subscriptions.server.ts";
import { readSwitches } from "./tools/switches.server.ts";

/** The services of the chat in this process. */
export type ChatServices = {
	/** The models of this installation. Those of the database are loaded again when they change there. */
	catalogue: Catalogue;
	answers: Answers;
	answerWorkers: AnswerWorkers;
	answerStreams: AnswerStreams;
	titleSubscriptions: TitleSubscriptions;
	/** Asks models for titles. */
	titleHandler: JobHandler;
	imports: Imports;
	spool: Spool;
};

/** The chat of this process. */
export const chatServices = service<ChatServices>("chat");

/** Whether there is a model to pay for: the FAQ provider answers everybody for free. */
export const hasModel = (): boolean => chatServices().catalogue.source !== "faq";

/** The origin of the answers: the source of the models, and the title of the first one. */
export function answersComeFrom(): { source: Catalogue["source"]; title: string } {
	const { source, models } = chatServices().catalogue;
	return { source, title: models[0]?.title ?? "" };
}

/**
 * Loads the models, opens the log of answers and its listener. Needs the database.
 * @returns stops the listener, after `stopWriting()`
 * @throws {ConfigError} when the models or the plans' models are not as configured
 */
export async function startChat(): Promise<() => Promise<void>> {
	const own = localModel();
	const local = own?.chat
		? describeLocal(own.chat, localProvider(own.supervisor, config.model.idleTimeoutMs))
		: null;
	const catalogue = await loadCatalogue(local);
	storedSettings().onChange(async (section) => {
		// Answers that are being written keep the model that they began with.
		if (section === "models") Object.assign(catalogue, await loadCatalogue(local, catalogue));
	});
	const owner = workerId();
	const database = db();
	// Without it the answers go on as well: every reader reads the tail, too.
	await recoverTail(database).catch((error: unknown) =>
		logger.error("Журнал ответов не приведён в порядок", { error }),
	);
	const reserved = reservedDb();
	const answerLog = new AnswerLog(
		reserved,
		(answerIds) => announce(reserved, "answers", answerIds, owner),
		(error) => logger.error("Ошибка журнала ответов или того, кто его слушает", { error }),
	);
	const stopListening = await onAnnouncement(
		config.databaseUrl,
		"answers",
		(answerId) => answerLog.changedElsewhere(answerId),
		owner,
	);
	chatServices.provide({ catalogue, ...openImports(), ...openAnswers(answerLog, owner, catalogue) });
	return async () => {
		await stopListening();
		chatServices.withdraw();
	};
}

/**
 * Models and plans that the database has wrong never keep a server from starting, or nobody could mend them on the
 * screens: the mistake is logged, and the rest counts.
 * @param known the models of a server that runs: they hold on until it can read the new ones. Another release may have
 * written these, or they name a file that this machine has not; without them nobody would be answered by a model
 * @throws {ConfigError} of files and variables
 */
async function loadCatalogue(local: Model | null, known?: Catalogue): Promise<Catalogue> {
	const settings = isFileInForce() ? config.model : { ...config.model, file: undefined };
	const stored = await loadStoredModels(db());
	const load = (from: StoredModels | null) => loadModels(settings, { faq: faqProvider, local, stored: from });
	const read = await load(stored).catch((error: unknown) => {
		if (!(error instanceof ConfigError) || !stored) throw error;
		logger.error("Модели, заданные на экране, не применены", { problems: error.problems });
		return null;
	});
	if (!read && known) return known;
	const catalogue = read ?? (await load(null));
	if (config.tracing) for (const model of catalogue.models) model.provider = withSpans(model.provider);
	if (stored || arePlansStored()) warnOfPlanModels(catalogue);
	else checkPlanModels(catalogue, plans());
	return catalogue;
}

function warnOfPlanModels(catalogue: Catalogue): void {
	try {
		checkPlanModels(catalogue, plans());
	} catch (error) {
		if (!(error instanceof ConfigError)) throw error;
		logger.warn("Тарифы называют модели, которых нет", { problems: error.problems });
	}
}

/** Stops the answer workers and the imports of this process: their leases are free for another one. Idempotent. */
export async function stopWriting(): Promise<void> {
	const { answerWorkers, imports } = chatServices();
	await answerWorkers.shutdown();
	await imports.stop();
}

/** The operator has to see why people are refused. */
function logMemory(isShort: boolean, occupied: number): void {
	const fields = { megabytes: Math.round(occupied / 1024 ** 2) };
	if (isShort) logger.warn("Память на исходе: новые вопросы не принимаются", fields);
	else logger.info("Память снова есть: вопросы принимаются", fields);
}

function openAnswers(answerLog: AnswerLog, owner: string, catalogue: Catalogue) {
	const database = db();
	const { memoryLimitBytes } = config;
	const memory = new MemoryWatermark(memoryLimitBytes, logMemory);
	const findModel = (id: string) => catalogue.models.find((model) => model.id === id);
	const generatesTitles = (id: string) => config.model.titles && findModel(id)?.generatesTitles === true;
	const answerStreams = new AnswerStreams(reservedDb(), answerLog, (error) =>
		logger.error("Живой ответ не прочитан", { error }),
	);
	const titleSubscriptions = new TitleSubscriptions(
		database,
		answerLog,
		answerStreams,
		generatesTitles,
		(error) => logger.error("Заголовок не прочитан", { error }),
	);
	const answerWorkers = new AnswerWorkers(
		{
			db: database,
			heartbeatDb: reservedDb(),
			log: answerLog,
			owner,
			findModel,
			spares: new SpareModels(findModel),
			instruction: readInstruction("content/instruction.md"),
			embeddings: embeddings(),
			toolsOf: async ({ tools: stored, account_id }, signal) => {
				const { search = false, tools: further = [] } = readSwitches(stored);
				const { plan } = await planInForce(database, account_id);
				if (plan.toolCallsPerDay === 0) return [];
				const allowed = further.filter((name) => name !== MAKE_PICTURE || mayMakePictures(plan));
				return tools().toolsFor({ search: search && maySearch(plan), further: allowed }, signal);
			},
			// A plan without pictures has no such tool, rather than one that is away.
			furtherTitle: (called) =>
				called === MAKE_PICTURE ? undefined : tools().further.find(({ name }) => name === called)?.title,
			mayThinkLonger: async (accountId) => mayThinkLonger((await planInForce(database, accountId)).plan),
			callsPerDay: async (accountId) => (await planInForce(database, accountId)).plan.toolCallsPerDay,
			onFailure: (answerId, code, detail) => logger.warn("Модель не ответила", { answerId, code, detail }),
			followUp: async (trx, answerId, { state }, modelId) => {
				if (state === "done" && generatesTitles(modelId)) await enqueueTitle(trx, answerId);
			},
			onSettled: (_answerId, end, modelId) => {
				countEnd(end, modelId);
				if (end.state === "done" && generatesTitles(modelId)) wakeRunner();
			},
		},
		() => (catalogue.source === "file" ? LOCAL_ANSWERS : config.model.liveAnswers),
		(error) => logger.error("Ответ не записан", { error }),
		() => memory.isShort,
	);
	const answers = new Answers(database, answerLog, answerWorkers);
	const titleHandler = nameConversationHandler(database, {
		findModel: (id) => (generatesTitles(id) ? findModel(id) : undefined),
		onFailure: (answerId, error) => logger.debug("Модель не придумала заголовок", { answerId, error }),
		onNamed: async (answerId, title) => {
			await titleSubscriptions.notify(answerId);
			if (title !== undefined) await answerLog.announce(answerId);
		},
	});
	return { answers, answerWorkers, answerStreams, titleSubscriptions, titleHandler };
}

function openImports() {
	const spool = new Spool(join(config.dataDir, "imports"));
	return { spool, imports: new Imports({ db: db(), spool }) };
}
