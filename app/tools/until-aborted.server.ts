/**
 * Waits for work, or throws the signal's reason at once; the work itself goes on, for others who wait or to its end.
 */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
	const stopped = Promise.withResolvers<never>();
	const stop = () => stopped.reject(signal.reason);
	if (signal.aborted) stop();
	signal.addEventListener("abort", stop);
	try {
		return await Promise.race([work, stopped.promise]);
	} finally {
		signal.removeEventListener("abort", stop);
	}
}
