import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Whether script has taken over. False on the server and while the page comes alive, so that both draw the same. */
export const useScripted = () =>
	useSyncExternalStore(
		never,
		() => true,
		() => false,
	);
