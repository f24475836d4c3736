import { sql } from "kysely";
import { chatServices } from "../../../chat/services.server.ts";
import { openEventStreams } from "../../../chat/stream/event-stream.server.ts";
import { ageOf } from "../../../doctor/finding.server.ts";
import { countEmails } from "../../../mail/outbox.server.ts";
import type { Db } from "../../../platform/db/connection.server.ts";
import { numberOf } from "./numbers.server.ts";

const MB = 1024 ** 2;

/**
 * The state of this moment: the answers being written on all servers, and how this one is.
 * @param now a time of the database's clock
 * @param withServer whether the role may see servers and queues; otherwise these are null
 */
export async function readPresent(
	db: Db,
	now: number,
	titleOf: (model: string) => string,
	withServer: boolean,
) {
	const [rows, emails] = await Promise.all([
		db
			.selectFrom("answers")
			.select(({ fn }) => ["model", fn.countAll<number>().as("count")])
			// As text: the index of what is written holds for this state only.
			.where("state", "=", sql.lit("writing"))
			.groupBy("model")
			.execute(),
		withServer ? countEmails(db, now) : null,
	]);
	const models = rows
		.map(({ model, count }) => ({ title: titleOf(model), number: Number(count) }))
		.sort((a, b) => b.number - a.number);
	return {
		writing: models.reduce((all, { number }) => all + number, 0),
		models,
		server: emails && {
			limit: chatServices().answerWorkers.limit,
			streams: openEventStreams(),
			process: { id: process.pid, memory: numberOf(Math.round(process.memoryUsage.rss() / MB)) },
			emails: {
				waiting: emails.waiting,
				oldest: emails.oldest === null ? null : ageOf(now - emails.oldest),
			},
		},
	};
}
