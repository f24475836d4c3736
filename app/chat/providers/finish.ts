import type { Finish } from "./provider.ts";

/**
 * What a `finish_reason` means to us. The list is open: servers invent words, and an unknown one still
 * says that the model was done. `broken` is a server's word for an answer that it could not end.
 */
export function finishOf(reason: unknown): Finish | "broken" | undefined {
	if (typeof reason !== "string" || reason === "") return undefined;
	switch (reason.toLowerCase()) {
		case "length":
		case "max_tokens":
		case "model_context_window_exceeded":
			return "length";
		case "content_filter":
		case "blacklist":
		case "safety":
			return "filtered";
		case "error":
		case "abort":
		case "aborted":
		case "insufficient_system_resource":
			return "broken";
		default:
			return "stop";
	}
}
