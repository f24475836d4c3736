import type { RouterContextProvider } from "react-router";
import { namesOf } from "../../../accounts/find-accounts.server.ts";
import { actorOf, type Staff } from "../../../accounts/http/staff-guards.server.ts";
import { chatServices } from "../../../chat/services.server.ts";
import { openShownConversation } from "../../../chat/support-access/open-shown.server.ts";
import { STEPS } from "../../../chat/tools/shown-step.ts";
import { getI18n } from "../../../i18n/middleware.server.ts";
import { minuteOf } from "../../../platform/dates/dates.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { outcomeOf } from "../../chat/message/outcome-texts.ts";

/**
 * Opens a conversation that is shown to support, as the page has it: questions, answers and the names of files, and
 * nothing else of what the chat knows of them. Its owner and the journal learn of it.
 * @returns null: it is not shown (any more)
 */
export async function openShown(
	staff: Staff,
	asked: { id: string; before: string | null },
	args: { request: Request; context: Readonly<RouterContextProvider> },
) {
	const opened = await openShownConversation(db(), actorOf(staff, args), asked);
	if (!opened) return null;
	const t = getI18n(args.context).getFixedT(null, "chat");
	const { models } = chatServices().catalogue;
	const names = await namesOf(db(), staff.role, [opened.accountId]);
	return {
		id: asked.id,
		isLatest: asked.before === null,
		person: { id: opened.accountId, name: names.get(opened.accountId) ?? "" },
		title: opened.title,
		note: opened.note,
		until: minuteOf(opened.expiresAt),
		/** Null: this is the beginning. */
		before: opened.earlier ? (opened.exchanges[0]?.prompt.id ?? null) : null,
		exchanges: opened.exchanges.map(({ prompt, answer }) => {
			const outcome = outcomeOf(answer, t);
			return {
				id: answer.id,
				at: minuteOf(answer.createdAt),
				text: prompt.text,
				cut: prompt.cut,
				files: [...prompt.files, ...prompt.deletedFiles].map(({ name }) => name),
				blocks: answer.blocks.filter((tree) => typeof tree === "string" || tree[0] !== STEPS),
				writing: answer.state === "writing",
				outcome: outcome && { failed: outcome.failed, title: outcome.title, text: outcome.text },
				model: models.find(({ id }) => id === answer.model)?.title ?? answer.model,
			};
		}),
	};
}

export type OpenedShown = NonNullable<Awaited<ReturnType<typeof openShown>>>;
