let stopping = false;

/**
 * Announces the stop: `/health` tells proxies to send their requests elsewhere; requests that come nevertheless are
 * served.
 */
export function announceStop(): void {
	stopping = true;
}

/** Whether this process is about to end. */
export const isStopping = (): boolean => stopping;
