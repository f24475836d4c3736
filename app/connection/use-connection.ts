import { useSyncExternalStore } from "react";
import { connection } from "./service.ts";

/** Whether the server is currently unreachable. */
export function useConnectionLost(): boolean {
	return useSyncExternalStore(
		connection.subscribe,
		() => connection.isLost,
		() => false,
	);
}
