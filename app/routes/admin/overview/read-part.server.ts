import { setTimeout as after } from "node:timers/promises";
import { logUnexpected } from "../../../platform/errors.server.ts";
import type { Unread } from "./is-read.ts";

/** The time that a part of the screen has: the others do not wait for it any longer. */
const READ_MS = 3_000;
/** It passes in steps. A stall of this process is one of them, and what the database has answered meanwhile is read. */
const STEP_MS = 250;

/**
 * Reads a part of a screen whose other parts do without it. A failure is logged, once where several parts have the same.
 * @param name of the part, for the log
 */
export async function readPart<T extends object>(name: string, read: () => Promise<T>): Promise<T | Unread> {
	const ended = new AbortController();
	const late = timeIsOver(ended.signal).catch(() => null);
	try {
		const part = await Promise.race([read(), late]);
		if (part !== null) return part;
		logUnexpected(new Error(`The database has not answered within ${READ_MS} ms.`), { part: name });
		return { unread: "late" };
	} catch (error) {
		logUnexpected(error, { part: name });
		return { unread: "failed" };
	} finally {
		ended.abort();
	}
}

async function timeIsOver(signal: AbortSignal): Promise<null> {
	for (let ms = 0; ms < READ_MS; ms += STEP_MS) await after(STEP_MS, null, { signal, ref: false });
	return null;
}
