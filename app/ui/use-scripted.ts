import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Whether the page is hydrated. False on the server and during hydration, so that both render the same. */
export const useScripted = () =>
	useSyncExternalStore(
		never,
		() => true,
		() => false,
	);
