import { requireAccount, signedIn } from "../../../accounts/http/guards.server.ts";
import { subscribeToSessionEnd } from "../../../accounts/sessions/session-subscriptions.server.ts";
import { ownsAnswer } from "../../../chat/conversations/own-answer.server.ts";
import { chatServices } from "../../../chat/services.server.ts";
import { eventStream } from "../../../chat/stream/event-stream.server.ts";
import { takeStreamPlace } from "../../../chat/stream/streams-at-once.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { sessionContext } from "../../../platform/http/context.server.ts";
import { PRIVATE } from "../../../platform/http/http.server.ts";
import { refuseAsData } from "../../../platform/http/response-body.server.ts";
import type { Route } from "./+types/events";

export const middleware: Route.MiddlewareFunction[] = [requireAccount, refuseAsData];

/** Not among the texts of the chat, which go to the browser: its scripts show none of the kind. */
const TOO_MANY_STREAMS = "Живых ответов открыто слишком много. Закройте лишние вкладки.";

/**
 * Streams a live answer (docs/contract.md): `?answer=<id>`, resumed by `Last-Event-ID` or `?after=`. With `title=1` a
 * first answer's stream stays open after `end` until the conversation has its title, and sends the event `title`.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
	const query = new URL(request.url).searchParams;
	const answerId = query.get("answer") ?? "";
	const account = signedIn(context);
	if (!(await ownsAnswer(db(), account.id, answerId))) return new Response(null, { status: 404 });
	const leavePlace = takeStreamPlace(account.id);
	if (!leavePlace) {
		return new Response(TOO_MANY_STREAMS, { status: 429, headers: { ...PRIVATE, "Retry-After": "5" } });
	}
	const after = cursor(request.headers.get("Last-Event-ID") ?? query.get("after"));
	const source =
		query.get("title") === "1" ? chatServices().titleSubscriptions : chatServices().answerStreams;
	const sessionId = context.get(sessionContext) ?? "";
	return eventStream(
		(reader) => {
			const unfollow = source.follow(answerId, after, reader);
			return () => {
				unfollow();
				leavePlace();
			};
		},
		(ended) => subscribeToSessionEnd(db(), sessionId, ended),
	);
}

/** An invalid cursor starts from the beginning: the reader then gets everything anew. */
function cursor(given: string | null): number {
	const value = Number(given ?? 0);
	return Number.isSafeInteger(value) && value > 0 ? value : 0;
}
