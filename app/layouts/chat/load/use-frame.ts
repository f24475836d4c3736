import { useRouteLoaderData } from "react-router";
import type { loader } from "../../chat.tsx";

/** The frame's loader data: the list, the allowance, the open conversation's title and state, the models. */
export function useFrame() {
	const frame = useRouteLoaderData<typeof loader>("layouts/chat");
	if (!frame) throw new Error("The chat is used outside its frame.");
	return frame;
}

export type OpenConversation = NonNullable<ReturnType<typeof useFrame>["conversation"]>;
