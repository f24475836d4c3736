import type { LoadedChat } from "./load-chat.server.ts";

/** Whether the main area shows the messages: no search, and no page of an action instead of them. */
export const showsTranscript = ({ actionPage, search }: Pick<LoadedChat, "actionPage" | "search">): boolean =>
	(actionPage === null || actionPage === "edit") && search === null;
