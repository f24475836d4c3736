import { requireAccount, signedIn } from "../../../accounts/http/guards.server.ts";
import { readMessageText } from "../../../chat/conversations/conversations.server.ts";
import { exportJson, exportMarkdown, findExported } from "../../../chat/export/export-conversation.server.ts";
import { throttleExport } from "../../../chat/export/export-throttle.server.ts";
import { getI18n } from "../../../i18n/middleware.server.ts";
import { config } from "../../../platform/config.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { PRIVATE } from "../../../platform/http/http.server.ts";
import { textStream } from "../../../platform/http/text-stream.server.ts";
import type { Route } from "./+types/conversation-export";
import { attachment } from "./download.server.ts";

export const middleware: Route.MiddlewareFunction[] = [requireAccount];

/**
 * A conversation as a file: `?c=<id>&format=md|json`; with `&m=<id>` the Markdown of one message, to be copied or
 * saved.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
	const account = signedIn(context);
	const query = new URL(request.url).searchParams;
	const conversation = await findExported(db(), account.id, query.get("c") ?? "");
	if (!conversation) return new Response(null, { status: 404, headers: PRIVATE });
	const message = query.get("m");
	if (message) {
		const text = await readMessageText(db(), account.id, conversation.id, message);
		if (text === undefined) return new Response(null, { status: 404, headers: headersOf("md") });
		const name = { "Content-Disposition": attachment(`${conversation.title}.md`) };
		return new Response(text, { headers: { ...headersOf("md"), ...name } });
	}
	const seconds = await throttleExport(db(), account.id);
	if (seconds > 0) return tooSoon(getI18n(context).t("chat:exportLater", { count: seconds }), seconds);
	const format = query.get("format") === "json" ? "json" : "md";
	const names = { prompt: getI18n(context).t("chat:you"), answer: config.appName };
	const pieces =
		format === "json"
			? exportJson(db(), account.id, conversation)
			: exportMarkdown(db(), account.id, conversation, names);
	const headers = {
		...headersOf(format),
		"Content-Disposition": attachment(`${conversation.title}.${format}`),
	};
	return new Response(textStream(pieces), { headers });
}

const tooSoon = (text: string, seconds: number) =>
	new Response(text, {
		status: 429,
		headers: { ...PRIVATE, "Content-Type": "text/plain; charset=utf-8", "Retry-After": String(seconds) },
	});

const headersOf = (format: "md" | "json") => ({
	...PRIVATE,
	"Content-Type": format === "json" ? "application/json; charset=utf-8" : "text/markdown; charset=utf-8",
});
