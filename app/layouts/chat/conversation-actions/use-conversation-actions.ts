import { createContext, use } from "react";
import type { Done, Rated } from "../../../routes/chat/actions/conversation-actions.server.ts";

/** The part of a conversation that its actions need. */
export type Subject = { id: string; title: string; pinned: boolean; archived: boolean };

/** The dialog that is open. */
export type OpenDialog =
	| { about: "rename" | "instruct" | "delete"; subject: Subject }
	| { about: "delete-several"; ids: string[] }
	| { about: "rate"; answerId: string }
	| { about: "shortcuts" };

/** The fields of a form; a list: a field for each of its values. */
export type Fields = Record<string, string | string[]>;
export type Sending = {
	/** Sent by the open dialog, which keeps its input until the server has accepted the form. */
	fromDialog?: boolean;
	/** The action navigates away, to where the server redirects, and has this outcome. */
	leaves?: Done;
	/** Where a restored conversation is, once it is back. */
	leadsTo?: string;
};

export type ConversationActions = {
	/** Sends a form of the chat without navigation; the result is shown in the snackbar. */
	send: (fields: Fields, sending?: Sending) => void;
	/** The last form is being sent. */
	sending: boolean;
	/** Why the open dialog's form came to nothing, in words: it was lost, or its conversation is gone. */
	problem: string | null;
	/** Opens a dialog; null closes it. */
	openDialog: (dialog: OpenDialog | null) => void;
	/** Shows a text in the snackbar. */
	showMessage: (text: string) => void;
	/** The answer that was just rated: the transcript is not reloaded for a rating. */
	rated: Rated | null;
};

export const ConversationActionsContext = createContext<ConversationActions | null>(null);

export function useConversationActions(): ConversationActions {
	const actions = use(ConversationActionsContext);
	if (!actions) throw new Error("The conversation actions are used outside the chat's frame.");
	return actions;
}
