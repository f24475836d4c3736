import { type HandleErrorFunction, isRouteErrorResponse } from "react-router";
import { requestIdContext } from "./http/context.server.ts";
import { log } from "./log.server.ts";

// The framework may hand the same error over more than once: from a loader, then from the render.
const seen = new WeakSet<object>();

/** Writes an unexpected error down, once, without secrets or people's words. */
export function logUnexpected(error: unknown, fields: Record<string, unknown> = {}): void {
	if (typeof error === "object" && error !== null) {
		if (seen.has(error)) return;
		seen.add(error);
	}
	log.error("Непредвиденная ошибка", { ...fields, error });
}

/** What the framework calls for everything thrown that nobody caught. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
	// Whoever asked has gone: what breaks off then is no error of ours. A copy's signal may not hear of it
	// (house.md §5), while the body that breaks off always says so.
	if (request.signal.aborted || isBrokenOff(error)) return;
	// A wrong address or method is the visitor's, and is in the access log already.
	if (isRouteErrorResponse(error) && error.status < 500) return;
	// The server has answered 413; its class lives outside the build, so only its name is known here.
	if (error instanceof Error && error.name === "BodyTooLarge") return;
	const fields = {
		method: request.method,
		// Without the query: letters' links carry tokens there.
		path: new URL(request.url).pathname,
		requestId: context.get(requestIdContext) || undefined,
	};
	// The framework's own check of `Origin`, which comes before ours. It gives such errors no class, and
	// words of their own where data are asked for.
	if (error instanceof Error && /Aborting the action\.$|^Bad Request$/.test(error.message)) {
		log.warn("Форма с чужого сайта отклонена", fields);
		return;
	}
	logUnexpected(error, fields);
};

const isBrokenOff = (error: unknown) =>
	error instanceof DOMException && error.message === "The request was aborted.";
