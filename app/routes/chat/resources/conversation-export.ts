import { requireAccount, signedIn } from "../../../accounts/http/guards.server.ts";
import { sourcesText } from "../../../chat/citations/sources-text.server.ts";
import type { WebSource } from "../../../chat/citations/web-source.ts";
import { MAX_SELECTED } from "../../../chat/conversations/max-selected.server.ts";
import { readMessageText } from "../../../chat/conversations/read-message-text.server.ts";
import { exportJson, exportMarkdown, findExported } from "../../../chat/export/export-conversation.server.ts";
import { throttleExport } from "../../../chat/export/export-throttle.server.ts";
import { type ExportedAnswer, textWithSteps } from "../../../chat/export/text-with-steps.server.ts";
import { getI18n } from "../../../i18n/middleware.server.ts";
import { appName } from "../../../operator/look/look-in-force.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { PRIVATE } from "../../../platform/http/http.server.ts";
import { refuseAsData } from "../../../platform/http/response-body.server.ts";
import { textStream } from "../../../platform/http/text-stream.server.ts";
import type { Route } from "./+types/conversation-export";
import { attachment } from "./download.server.ts";

export const middleware: Route.MiddlewareFunction[] = [requireAccount, refuseAsData];

/**
 * A conversation as a file: `?c=<id>&format=md|json`; with `&m=<id>` the Markdown of one message, to be copied or
 * saved, with the sources that it cites below it, or with `&alone` without. `?conversationId=<id>`, several times: the selected ones in one file.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
	const account = signedIn(context);
	const query = new URL(request.url).searchParams;
	const selected = query.has("conversationId") || !query.has("c");
	const ids = selected ? [...new Set(query.getAll("conversationId"))] : [query.get("c") ?? ""];
	const i18n = getI18n(context);
	const { t } = i18n;
	const sourcesBelow = (sources: string | null, pages: readonly WebSource[], text: string) =>
		sourcesText(i18n.getFixedT(null, "sources"), sources, pages, text);
	const words = { steps: i18n.getFixedT(null, "steps"), chat: i18n.getFixedT(null, "chat") };
	const withSteps = (answer: ExportedAnswer) => textWithSteps(words, answer);
	if (ids.length === 0) return plainText(t("history:select.problem.none-selected"), 400);
	if (ids.length > MAX_SELECTED) return plainText(t("history:select.problem.too-many-selected"), 400);
	const conversations = await findExported(db(), account.id, ids);
	const [conversation] = conversations;
	if (!conversation) return new Response(null, { status: 404, headers: PRIVATE });
	const message = query.get("m");
	if (message) {
		const read = await readMessageText(db(), account.id, conversation.id, message);
		if (!read) return new Response(null, { status: 404, headers: headersOf("md") });
		const name = { "Content-Disposition": attachment(`${conversation.title}.md`) };
		const text = read.text + (query.has("alone") ? "" : sourcesBelow(read.sources, read.pages, read.text));
		return new Response(text, { headers: { ...headersOf("md"), ...name } });
	}
	const seconds = await throttleExport(db(), account.id);
	if (seconds > 0)
		return plainText(t("export:later", { count: seconds }), 429, { "Retry-After": String(seconds) });
	const format = query.get("format") === "json" ? "json" : "md";
	const names = { prompt: t("chat:you"), answer: appName() };
	const exported = conversations.map((one) =>
		format === "json"
			? exportJson(db(), account.id, one)
			: exportMarkdown(db(), account.id, one, names, sourcesBelow, withSteps),
	);
	const several = exported.length > 1;
	const pieces =
		format === "json" && several ? joined(exported, "[", ",", "]\n") : joined(exported, "", "\n", "");
	const title = several ? t("chat:conversations") : conversation.title;
	const headers = { ...headersOf(format), "Content-Disposition": attachment(`${title}.${format}`) };
	return new Response(textStream(pieces), { headers });
}

async function* joined(parts: AsyncGenerator<string>[], before: string, between: string, after: string) {
	yield before;
	for (const [i, part] of parts.entries()) {
		if (i > 0) yield between;
		yield* part;
	}
	yield after;
}

const plainText = (text: string, status: number, headers: Record<string, string> = {}) =>
	new Response(text, {
		status,
		headers: { ...PRIVATE, "Content-Type": "text/plain; charset=utf-8", ...headers },
	});

const headersOf = (format: "md" | "json") => ({
	...PRIVATE,
	"Content-Type": format === "json" ? "application/json; charset=utf-8" : "text/markdown; charset=utf-8",
});
