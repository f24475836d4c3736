let stopping = false;

/** From now on `/health` tells proxies to send their requests elsewhere; what comes nevertheless is served. */
export function announceStop(): void {
	stopping = true;
}

/** Whether this process is about to end. */
export const isStopping = (): boolean => stopping;
