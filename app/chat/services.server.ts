import { join } from "node:path";
import { plans } from "../billing/plans/plans.server.ts";
import { config } from "../platform/config.server.ts";
import { announce, onAnnouncement } from "../platform/db/announcements.server.ts";
import { db } from "../platform/db/service.server.ts";
import { wakeRunner } from "../platform/jobs/wake.server.ts";
import { newWorkerId } from "../platform/jobs/worker-id.server.ts";
import { log as logger } from "../platform/log.server.ts";
import { AnswerLog } from "./answers/answer-log.server.ts";
import { AnswerWorkers } from "./answers/answer-workers.server.ts";
import { Answers } from "./answers/answers.server.ts";
import { readInstruction } from "./context/instruction.server.ts";
import { Imports } from "./import/imports.server.ts";
import { Spool } from "./import/upload/spool.server.ts";
import { checkPlanModels } from "./plan-models.server.ts";
import { loadModels } from "./providers/catalogue.server.ts";
import { faqProvider } from "./providers/faq-provider.server.ts";
import { AnswerStreams } from "./stream/answer-streams.server.ts";
import { enqueueTitle, nameConversationHandler } from "./titles/title-handler.server.ts";
import { TitleSubscriptions } from "./titles/title-subscriptions.server.ts";

/** The models of this installation, loaded once at startup. */
export const catalogue = await loadModels(config.model, { faq: faqProvider });
checkPlanModels(catalogue, plans);
const findModel = (id: string) => catalogue.models.find((model) => model.id === id);
const generatesTitles = (id: string) => config.model.titles && findModel(id)?.generatesTitles === true;

/** The worker id of this process. */
const owner = newWorkerId();

export const answerLog = new AnswerLog(
	db,
	(answerIds) => announce(db, "answers", answerIds, owner),
	(error) => logger.error("Кто слушает журнал ответов, ошибся", { error }),
);
await onAnnouncement(
	config.databaseUrl,
	"answers",
	(answerId) => answerLog.changedElsewhere(answerId),
	owner,
);

export const answerStreams = new AnswerStreams(db, answerLog, (error) =>
	logger.error("Живой ответ не прочитан", { error }),
);

export const titleSubscriptions = new TitleSubscriptions(
	db,
	answerLog,
	answerStreams,
	generatesTitles,
	(error) => logger.error("Заголовок не прочитан", { error }),
);

export const answerWorkers = new AnswerWorkers(
	{
		db,
		log: answerLog,
		owner,
		findModel,
		instruction: readInstruction("content/instruction.md"),
		onFailure: (answerId, code, detail) => logger.warn("Модель не ответила", { answerId, code, detail }),
		followUp: async (trx, answerId, { state }, modelId) => {
			if (state === "done" && generatesTitles(modelId)) await enqueueTitle(trx, answerId);
		},
		onSettled: (_answerId, { state }, modelId) => {
			if (state === "done" && generatesTitles(modelId)) wakeRunner();
		},
	},
	config.model.liveAnswers,
	(error) => logger.error("Ответ не записан", { error }),
);

/** Asks models for titles. */
export const titleHandler = nameConversationHandler(db, {
	findModel: (id) => (generatesTitles(id) ? findModel(id) : undefined),
	onFailure: (answerId, error) => logger.debug("Модель не придумала заголовок", { answerId, error }),
	onNamed: async (answerId, title) => {
		await titleSubscriptions.notify(answerId);
		if (title !== undefined) await answerLog.announce(answerId);
	},
});

export const answers = new Answers(db, answerLog, answerWorkers);

export const spool = new Spool(join(config.dataDir, "imports"));
export const imports = new Imports({ db, spool });
