import { randomUUID } from "node:crypto";
import { config } from "../config.server.ts";
import { announce, hearFrom } from "../db/announcements.server.ts";
import { db } from "../db/current.server.ts";
import { log as logger } from "../log.server.ts";
import { AnswerLog } from "./answer-log.server.ts";
import { Pens } from "./pens.server.ts";
import { loadModels } from "./providers/catalogue.server.ts";
import { handbookProvider } from "./providers/handbook.server.ts";

/** The models of this installation, found once at the start. */
export const catalogue = await loadModels(config.model, { handbook: handbookProvider });

export const answerLog = new AnswerLog(db, (answerIds) => announce(db, "answers", answerIds));
await hearFrom(config.databaseUrl, "answers", (answerId) => answerLog.nudge(answerId));

export const pens = new Pens(
	{
		db,
		log: answerLog,
		owner: randomUUID(),
		findProvider: (id) => catalogue.models.find((model) => model.id === id)?.provider,
		onFailure: (answerId, code, detail) => logger.warn("Модель не ответила", { answerId, code, detail }),
	},
	(error) => logger.error("Ответ не записан", { error }),
);
