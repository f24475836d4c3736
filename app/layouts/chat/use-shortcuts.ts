import { useEffect } from "react";
import { useNavigate } from "react-router";
import { isComposing } from "../../ui/is-composing.ts";
import { useConversationActions } from "./conversation-actions/use-conversation-actions.ts";
import { type Shortcut, shortcutOf } from "./shortcut-of.ts";

/** The shortcuts of the chat. None works while a dialog is open. */
export function useShortcuts(): void {
	const { openDialog } = useConversationActions();
	const navigate = useNavigate();
	useEffect(() => {
		const actions: Record<Shortcut, () => boolean> = {
			help: () => {
				openDialog({ about: "shortcuts" });
				return true;
			},
			newChat: () => {
				void navigate("/chat");
				return true;
			},
			search: () => showField("search"),
			message: () => showField("message"),
			copy: () => press(`${LAST_ANSWER} [data-shortcut=copy]`),
			regenerate,
			panel: switchPanel,
			escape: stopOrReturn,
		};
		const onKeyDown = (event: KeyboardEvent) => {
			if (
				isComposing(event) ||
				event.defaultPrevented ||
				document.querySelector("[role=dialog], dialog[open]")
			)
				return;
			const shortcut = shortcutOf(event);
			// A key without an action here is left to the browser.
			if (shortcut && actions[shortcut]()) event.preventDefault();
		};
		document.addEventListener("keydown", onKeyDown);
		return () => document.removeEventListener("keydown", onKeyDown);
	}, [openDialog, navigate]);
}

const LAST_ANSWER = ".exchange:last-of-type [data-role=assistant]";

function press(selector: string): boolean {
	const button = document.querySelector<HTMLElement>(selector);
	button?.click();
	return button !== null;
}

function submit(selector: string): boolean {
	const form = document.querySelector<HTMLFormElement>(selector);
	form?.requestSubmit();
	return form !== null;
}

/** Creates the last answer anew, as it was. */
function regenerate(): boolean {
	const choice = document.querySelector<HTMLElement>(`${LAST_ANSWER} [data-shortcut=regenerate]`);
	// Without a choice there is the form of an answer that has failed.
	if (!choice) return submit(`${LAST_ANSWER} form:has([name=intent][value=regenerate])`);
	// The choice has its form once it is open; its first button closes it again.
	choice.showPopover();
	choice.querySelector<HTMLElement>("[type=submit]")?.click();
	return true;
}

function showField(id: "search" | "message"): boolean {
	const field = document.getElementById(id);
	// On a narrow screen the search field is in the drawer.
	const drawer = field?.closest<HTMLElement>("[popover]");
	if (drawer && getComputedStyle(drawer).display === "none") drawer.showPopover();
	field?.focus();
	return field !== null;
}

/** Folds the sidebar of a wide screen, or unfolds it; on a narrow one opens or closes the drawer. */
function switchPanel(): boolean {
	if (matchMedia("(min-width: 64rem)").matches) return press("[data-shortcut=panel]");
	document.getElementById("sidebar")?.togglePopover();
	return true;
}

/** Stops the running answer; without one, leads from the transcript to the field. An open menu comes first. */
function stopOrReturn(): boolean {
	if (document.querySelector(":popover-open")) return false;
	const focused = document.activeElement;
	if (focused?.matches("input, textarea, select") && focused.id !== "message") return false;
	if (submit("#stop")) return true;
	return focused?.closest(".chat-scroll") ? showField("message") : false;
}
