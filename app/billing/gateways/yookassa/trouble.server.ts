import { HttpError } from "../../../http-client/http-error.server.ts";
import type { Refusal, Trouble } from "../gateway.ts";

/** After these statuses ЮKassa may or may not have executed the call: retry it later. */
const LATER = new Set([408, 409, 425, 429]);

/**
 * Classifies a failed call (https://yookassa.ru/developers/using-api/response-handling/http-codes). A broken
 * connection and a timeout count as a 500: the outcome is unknown.
 * @throws what is no failure of the call
 */
export function troubleOf(error: unknown): Trouble | Refusal {
	if (!(error instanceof HttpError)) throw error;
	const { failure, status = 0, message, detail } = error;
	if (failure === "redirect") return { outcome: "misconfigured", detail: message };
	if (failure !== "status" || status >= 500 || LATER.has(status)) return unclear(message, detail);
	// Settings were changed between two tries, and the key is bound to the first: the outcome of that one is unknown.
	if (status === 400 && /idempotence/i.test(detail)) return unclear(message, "");
	return { outcome: status === 400 ? "refused" : "misconfigured", detail: message };
}

/** @param text the beginning of ЮKassa's response, which may say when to retry */
function unclear(detail: string, text: string): Trouble {
	const [, ms] = /"retry_after"\s*:\s*(\d{1,9})\b/.exec(text) ?? [];
	return ms ? { outcome: "unclear", retryAfterMs: Number(ms), detail } : { outcome: "unclear", detail };
}
