import { setTimeout as wait } from "node:timers/promises";
import { createInstance } from "i18next";
import { i18nOptions } from "../../i18n/options.server.ts";
import faq from "../../i18n/ru/faq.ts";
import { listPages, type Page } from "../../knowledge/pages.server.ts";
import { type SearchHit, searchPages } from "../../knowledge/search.server.ts";
import { CONTINUE_INSTRUCTION } from "../context/continuation.server.ts";
import { textOf } from "./message-parts.server.ts";
import type { ChatMessage, Provider } from "./provider.server.ts";

const i18n = createInstance();
await i18n.init(i18nOptions({ faq }));
const t = i18n.getFixedT("ru", "faq");

/** Pages quoted in an answer, or suggested in one without a quote. */
const QUOTED = 2;
const OFFERED = 5;
/** A page that covers less than half of the question is no answer to it. */
const SURE = 0.5;

/**
 * Answers while no model is configured: from the FAQ pages, through the same log as any model. Its answer states that
 * it is no model, quotes the pages it has found with links to them, or states that nothing was found.
 * @param pauseMs before each word
 */
export const faqProviderWith = (pauseMs: number): Provider => ({
	async *stream({ messages }, signal) {
		try {
			for (const word of remaining(messages).match(/\s*\S+\s*/g) ?? []) {
				await wait(pauseMs, undefined, { signal });
				yield { kind: "text", text: word };
			}
		} catch (error) {
			if (signal.aborted) return;
			throw error;
		}
		yield { kind: "end", finish: "stop" };
	},
});

/** A word at a time, slowly enough to be seen. */
export const faqProvider = faqProviderWith(10);

/** The whole answer, or the rest of one that was interrupted. */
function remaining(messages: readonly ChatMessage[]): string {
	const texts = messages.map((message) => ({ role: message.role, text: textOf(message) }));
	const asked = texts.filter(({ role, text }) => role === "user" && text !== CONTINUE_INSTRUCTION);
	const answer = answerTo(asked.at(-1)?.text ?? "");
	if (texts.at(-1)?.text !== CONTINUE_INSTRUCTION) return answer;
	const soFar = texts.findLast(({ role }) => role === "assistant")?.text ?? "";
	// The pages may have been edited in between: then the new answer is appended below the old text.
	return answer.startsWith(soFar) ? answer.slice(soFar.length) : `\n\n${answer}`;
}

function answerTo(question: string): string {
	const hits = searchPages(question, QUOTED).filter(({ share }) => share >= SURE);
	const paragraphs =
		hits.length > 0
			? [t("faqAnswer.found"), ...hits.map(quote)]
			: [
					t("faqAnswer.notFound"),
					listPages()
						.slice(0, OFFERED)
						.map((page) => `- ${link(page)}`)
						.join("\n"),
				];
	return [t("faqAnswer.noModel"), ...paragraphs, `[${t("faqAnswer.all")}](/FAQ)`].join("\n\n");
}

const quote = ({ page, passage }: SearchHit) => `**${link(page)}**\n\n${passage.replace(/^/gm, "> ")}`;

const link = ({ title, slug }: Page) => `[${title.replace(/[[\]\\]/g, "\\$&")}](/FAQ#${slug})`;
