import { startTimeout } from "../../../platform/concurrency/timeout.server.ts";
import { logUnexpected } from "../../../platform/errors.server.ts";
import type { Unread } from "./is-read.ts";

/** The time that a part of the screen has: the others do not wait for it any longer. */
const READ_MS = 3_000;

/**
 * Reads a part of a screen whose other parts do without it. A failure is logged, once where several parts have the same.
 * @param name of the part, for the log
 */
export async function readPart<T extends object>(name: string, read: () => Promise<T>): Promise<T | Unread> {
	const late = Promise.withResolvers<null>();
	const endTimeout = startTimeout(READ_MS, () => late.resolve(null), { keepsAlive: false });
	try {
		const part = await Promise.race([read(), late.promise]);
		if (part !== null) return part;
		logUnexpected(new Error(`The database has not answered within ${READ_MS} ms.`), { part: name });
		return { unread: "late" };
	} catch (error) {
		logUnexpected(error, { part: name });
		return { unread: "failed" };
	} finally {
		endTimeout();
	}
}
