import { useEffect } from "react";
import { useNavigate } from "react-router";
import { isComposing } from "../../ui/is-composing.ts";
import { useConversationActions } from "./conversation-actions/use-conversation-actions.ts";

/** The shortcuts of the chat. Single letters are ignored while the user types or a dialog is open. */
export function useShortcuts(): void {
	const { openDialog } = useConversationActions();
	const navigate = useNavigate();
	useEffect(() => {
		const onKeyDown = (event: KeyboardEvent) => {
			if (isComposing(event) || event.defaultPrevented || document.querySelector("[role=dialog]")) return;
			const shortcut = shortcutOf(event);
			if (!shortcut) return;
			event.preventDefault();
			if (shortcut === "help") openDialog({ about: "shortcuts" });
			else if (shortcut === "newChat") void navigate("/chat");
			else showField(shortcut);
		};
		document.addEventListener("keydown", onKeyDown);
		return () => document.removeEventListener("keydown", onKeyDown);
	}, [openDialog, navigate]);
}

type Shortcut = "help" | "newChat" | "search" | "message";

/** Letters are matched by physical key, so that they work with a Russian layout. */
function shortcutOf({
	key,
	code,
	ctrlKey,
	metaKey,
	shiftKey,
	altKey,
	target,
}: KeyboardEvent): Shortcut | undefined {
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
