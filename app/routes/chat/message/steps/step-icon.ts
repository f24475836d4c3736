import type { ShownStep } from "../../../../chat/tools/shown-step.ts";
import type { IconName } from "../../../../icons/icon.tsx";

const OWN: Record<string, IconName> = {
	search_web: "web",
	read_page: "file-eye-outline",
	run_code: "function-variant",
	search_documents: "file-search-outline",
	search_history: "chat-outline",
	make_picture: "image-outline",
};

/** The icon of a step that is not under way: of its tool, or of what went wrong. */
export function stepIcon({ server, tool, state }: ShownStep): IconName {
	if (state === "failed" || state === "unknown") return "alert-circle-outline";
	if (state === "denied") return "cancel";
	if (state === "stopped") return "pause-circle-outline";
	if (state === "waiting") return "timer-sand";
	return OWN[server === null ? tool : ""] ?? "code-tags";
}
