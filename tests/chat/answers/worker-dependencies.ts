import { readAllowance } from "../../../app/billing/quota/allowance.server.ts";
import type { AnswerEnd } from "../../../app/chat/answers/answer-end.ts";
import { finishAnswer } from "../../../app/chat/answers/finish-answer.server.ts";
import { claimLease } from "../../../app/chat/answers/lease.server.ts";
import { AnswerLog } from "../../../app/chat/answers/log/answer-log.server.ts";
import { readAnswerSoFar } from "../../../app/chat/answers/log/answer-updates.server.ts";
import { type Asked, ask } from "../../../app/chat/prompts/ask.server.ts";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import { aPlan } from "../../billing/plan.ts";
import { question, somebody } from "../people.ts";

export const NOON = Date.parse("2026-11-21T09:00:00Z");
export const HOUR = 3_600_000;
const SECRET = "a secret of the tests";

/** The free plan of these tests: so many messages a day. */
export const daily = (messages: number) => ({
	free: aPlan({ messages, everyDays: 1 }),
	timeZone: "Europe/Moscow",
	secret: SECRET,
});

/** Somebody who asks, and a worker that writes what the test wants. */
export async function someoneWith(db: Db, messages: number) {
	const me = await somebody(db);
	const terms = daily(messages);
	const log = new AnswerLog(db);
	return {
		me,
		terms,
		ask: (text = "Вопрос", conversationId: string | null = null, now = NOON): Promise<Asked> =>
			ask(db, me, question(text, conversationId), now, terms),
		asked: async (conversationId: string | null = null, now = NOON) => {
			const asked = await ask(db, me, question("Вопрос", conversationId), now, terms);
			if (asked.outcome !== "asked") throw new Error(asked.outcome);
			return asked;
		},
		/** Claims the lease, writes something and ends, unless it dies before. */
		write: async (
			answerId: string,
			text: string,
			end: AnswerEnd,
			{ now = NOON, owner = "worker", settles = true, reasoning = "" } = {},
		) => {
			if (!(await claimLease(db, answerId, owner))) throw new Error("somebody else holds the lease");
			const writer = log.openWriter(answerId, owner, (await readAnswerSoFar(db, answerId))?.cursor ?? 0);
			if (reasoning !== "") writer.append("reasoning", reasoning);
			if (text !== "") writer.append("text", text);
			await writer.flush();
			return settles && finishAnswer(db, log, answerId, owner, end, now);
		},
		settle: (answerId: string, owner: string, end: AnswerEnd) =>
			finishAnswer(db, log, answerId, owner, end, NOON),
		/** Used, reserved and left, of the day of `now`. */
		counts: async (now = NOON) => {
			const { used, reserved, left } = await readAllowance(db, me, now, terms);
			return { used, reserved, left };
		},
	};
}
