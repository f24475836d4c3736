import { useNavigation } from "react-router";
import { useConnectionLost } from "../../../connection/use-connection.ts";

/**
 * The conversation that a link of the chat is about to open in place of the open one, by its id; null in it is a new
 * chat or a search. `asked`: the text that the address brings. An action on a conversation leads back to it, and opens
 * nothing. Without a connection loading may take long: what is open stays.
 */
export function useOpening(current: string | null): { id: string | null; asked: string } | null {
	const { location, formData } = useNavigation();
	const lost = useConnectionLost();
	if (location?.pathname !== "/chat" || formData || lost) return null;
	const query = new URLSearchParams(location.search);
	const id = query.get("c");
	return id !== null && id === current ? null : { id, asked: query.get("ask") ?? "" };
}
