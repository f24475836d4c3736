import type { Finish } from "./provider.server.ts";

/**
 * Maps a `finish_reason`. The list is open: servers invent values, and an unknown one still means that the model has
 * finished. `broken` is a server's value for an answer that it could not finish.
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
