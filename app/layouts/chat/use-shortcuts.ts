import { useEffect } from "react";
import { useNavigate } from "react-router";
import { isComposing } from "../../ui/is-composing.ts";
import { useConversationActions } from "./conversation-actions/conversation-actions.tsx";

/** The shortcuts of the chat. Single letters are ignored while the user types or a dialog is open. */
export function useShortcuts(): void {
	const { ask } = useConversationActions();
	const navigate = useNavigate();
	useEffect(() => {
		const onKeyDown = (event: KeyboardEvent) => {
			if (isComposing(event) || event.defaultPrevented || document.querySelector("[role=dialog]")) return;
			const act = actOf(event);
			if (!act) return;
			event.preventDefault();
			if (act === "help") ask({ about: "shortcuts" });
			else if (act === "newChat") void navigate("/chat");
			else showField(act);
		};
		document.addEventListener("keydown", onKeyDown);
		return () => document.removeEventListener("keydown", onKeyDown);
	}, [ask, navigate]);
}

type Act = "help" | "newChat" | "search" | "message";

/** Letters are matched by physical key, so that they work with a Russian layout. */
function actOf({ key, code, ctrlKey, metaKey, shiftKey, altKey, target }: KeyboardEvent): Act | undefined {
	if (altKey) return undefined;
	if (ctrlKey || metaKey) {
		if (code === "KeyK" && !shiftKey) return "search";
		if (code === "KeyO" && shiftKey) return "newChat";
		return undefined;
	}
	if (target instanceof Element && target.closest("input, textarea, select, [contenteditable]"))
		return undefined;
	if (key === "?" || (code === "Slash" && shiftKey)) return "help";
	if (code === "Slash" || key === "/") return "message";
	return undefined;
}

function showField(id: "search" | "message"): void {
	const field = document.getElementById(id);
	// On a narrow screen the search field is in the drawer.
	const drawer = field?.closest<HTMLElement>("[popover]");
	if (drawer && getComputedStyle(drawer).display === "none") drawer.showPopover();
	field?.focus();
}
