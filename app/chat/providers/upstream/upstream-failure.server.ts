import { type Loose, object } from "../delta.server.ts";
import { type FailureCode, ProviderError } from "../provider.server.ts";

/**
 * Maps a model server's error: an error status, or an object inside a stream that began well.
 * @param body parsed JSON, or text
 * @param forLog redacts the server's text for the log
 */
export function upstreamFailure(
	status: number | undefined,
	body: unknown,
	forLog: (text: string) => string,
): ProviderError {
	const { message, kind, code } = readError(body);
	const known = status ?? code;
	const detail = [known && `HTTP ${known}`, kind, message].filter(Boolean).join(" ");
	return new ProviderError(failureCode(known, `${kind} ${message}`), forLog(detail), status);
}

/** Servers send `{error:{message,type,code}}`, `{error:"…"}`, `{message}`, `{detail}` or plain text. */
function readError(body: unknown): { message: string; kind: string; code?: number } {
	if (typeof body === "string") return { message: body, kind: "" };
	const outer = object(body) ?? {};
	if (typeof outer.error === "string") return { message: outer.error, kind: "" };
	const error: Loose = object(outer.error) ?? outer;
	const message = [error.message, error.detail].find((text) => typeof text === "string") ?? "";
	const kind = [error.type, error.code].filter((word) => typeof word === "string").join(" ");
	const code = Number(error.code ?? error.status);
	return { message: String(message), kind, code: code >= 400 && code < 600 ? code : undefined };
}

const TOO_LONG =
	/context[_ -]?(length|size|window)|maximum context|exceed_context|too many (input )?tokens|(prompt|input) (is )?too long/i;
const NO_MODEL =
	/model[_ ]not[_ ](found|exist)|(unknown|no such|invalid) model|model\b.{0,120}(not found|not exist)/i;
const TOO_OFTEN = /rate[_ -]?limit|too many requests/i;
const TOO_SLOW = /time[d]?[_ -]?out/i;

function failureCode(status: number | undefined, kind: string): FailureCode {
	// An exhausted balance also comes as 429, but a retry will not help.
	if (/insufficient_quota/i.test(kind)) return "refused";
	if (status === 429) return "rate-limited";
	if (status === 401 || status === 402 || status === 403) return "refused";
	if (status === 413 || TOO_LONG.test(kind)) return "context-too-long";
	if (status === 404 || NO_MODEL.test(kind)) return "model-missing";
	if (status === 408 || status === 504 || status === 524) return "timeout";
	if (status === undefined && TOO_OFTEN.test(kind)) return "rate-limited";
	if (status === undefined && TOO_SLOW.test(kind)) return "timeout";
	return status === undefined || status >= 500 ? "unreachable" : "refused";
}
