import { FILE_LIMITS } from "../../files/file-limits.ts";
import { createHttpClient } from "../../http-client/client.server.ts";
import { HttpError } from "../../http-client/http-error.server.ts";
import type { PictureServerSettings } from "../../platform/settings/pictures.server.ts";

/** Base64 takes four bytes for three, and the answer says a little more. */
const ANSWER_BYTES = Math.ceil((FILE_LIMITS.pictureBytes * 4) / 3) + 64 * 1024;
/** An answer waits no longer for a call. */
const TIMEOUT_MS = 60_000;

/** Asks for a picture. The key is the same for each attempt of one call. @returns the body of the answer, unchecked */
export type PictureServer = (prompt: string, key: string, signal: AbortSignal) => Promise<unknown>;

/**
 * A server with OpenAI's `POST /images/generations`.
 * @throws {HttpError}
 * @throws the signal's reason
 */
export function pictureServer({ baseUrl, model, apiKey, size }: PictureServerSettings): PictureServer {
	const headers: Record<string, string> = apiKey ? { authorization: `Bearer ${apiKey}` } : {};
	const call = createHttpClient({
		baseUrl,
		headers,
		timeoutMs: TIMEOUT_MS,
		maxBodyBytes: ANSWER_BYTES,
		idempotencyHeader: "Idempotency-Key",
	});
	const ask = async (prompt: string, inAnswer: boolean, idempotencyKey: string, signal: AbortSignal) => {
		const body = {
			...{ model, prompt, n: 1 },
			...(size && { size }),
			...(inAnswer && { response_format: "b64_json" }),
		};
		return (await call("POST", "/images/generations", { body, idempotencyKey, signal })).body;
	};
	// Some servers give an address without the field, and some know only pictures in the answer and refuse the field.
	let inAnswer = true;
	return async (prompt, key, signal) => {
		try {
			return await ask(prompt, inAnswer, key, signal);
		} catch (error) {
			if (!inAnswer || !(error instanceof HttpError) || !/response_format/.test(error.message)) throw error;
			inAnswer = false;
			return ask(prompt, false, key, signal);
		}
	};
}
