import { type HandleErrorFunction, isRouteErrorResponse } from "react-router";
import { whyAway } from "./db/database-away.server.ts";
import { databaseAwayContext, requestIdContext } from "./http/context.server.ts";
import { log } from "./log.server.ts";

// The framework may report the same error more than once: from a loader, then from the render.
const seen = new WeakSet<object>();

/** Logs an unexpected error once, without secrets or people's words. */
export function logUnexpected(error: unknown, fields: Record<string, unknown> = {}): void {
	if (typeof error === "object" && error !== null) {
		if (seen.has(error)) return;
		seen.add(error);
	}
	log.error("Непредвиденная ошибка", { ...fields, error });
}

/** Called by the framework for every uncaught error. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
	// The client has disconnected: what breaks off then is no error of ours. The framework copies the request, and the
	// copy's signal may never fire, while a body that breaks off always reports it.
	if (request.signal.aborted || isBrokenOff(error)) return;
	// A wrong address or method is the visitor's, and is in the access log already.
	if (isRouteErrorResponse(error) && error.status < 500) return;
	// The server has answered 413; its class lives outside the build, so only its name is known here.
	if (error instanceof Error && error.name === "BodyTooLarge") return;
	const fields = {
		method: request.method,
		// Without the query: links in e-mails carry tokens there.
		path: new URL(request.url).pathname,
		requestId: context.get(requestIdContext) || undefined,
	};
	// The framework's own check of `Origin`, which runs before ours. Such errors have no class, and their own words
	// where data are requested.
	if (error instanceof Error && /Aborting the action\.$|^Bad Request$/.test(error.message)) {
		log.warn("Форма с чужого сайта отклонена", fields);
		return;
	}
	const reason = whyAway(error);
	if (reason !== undefined) {
		// A page has several loaders.
		if (!context.get(databaseAwayContext)) log.error("База данных не отвечает", { ...fields, reason });
		context.set(databaseAwayContext, true);
		return;
	}
	logUnexpected(error, fields);
};

const isBrokenOff = (error: unknown) =>
	error instanceof DOMException && error.message === "The request was aborted.";
