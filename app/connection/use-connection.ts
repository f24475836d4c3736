import { useSyncExternalStore } from "react";
import { connection } from "./service.ts";

/** Whether the server cannot be reached at the moment. */
export function useConnectionLost(): boolean {
	return useSyncExternalStore(
		connection.subscribe,
		() => connection.isLost,
		() => false,
	);
}
