import { on } from "node:events";
import { resolve } from "node:path";
import { Worker } from "node:worker_threads";
import { NotAnExport } from "../formats/array-items.server.ts";
import type { ReadItem } from "../formats/read-conversation.server.ts";
import { Assembly, type ReaderMessage, type ReaderOrder } from "./reader-messages.server.ts";

/** The source file, not a bundle: the server runs in the project's folder. */
const THREAD = "app/chat/import/upload/reader-thread.server.ts";
/** Enough for the largest conversation with its JSON, its values and its texts; a larger one ends the thread alone. */
const MEMORY = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 12, stackSizeMb: 4 };

/**
 * The items of a stored upload, read by a worker thread, with back-pressure.
 * @param onRead receives the part of the file that has been read, from 0 to 1
 * @param signal aborts the reading: the thread is terminated at once
 * @throws {NotAnExport} when the file is unreadable, after its readable items
 */
export async function* readUpload(
	file: string,
	{ now, onRead, signal }: { now: number; onRead?: (share: number) => void; signal?: AbortSignal },
): AsyncGenerator<ReadItem, void, undefined> {
	signal?.throwIfAborted();
	const thread = new Worker(resolve(THREAD), {
		workerData: { file, now } satisfies ReaderOrder,
		resourceLimits: MEMORY,
		// The thread needs none of the server's environment variables.
		env: {},
		execArgv: [],
	});
	const assembly = new Assembly();
	try {
		for await (const [message] of on(thread, "message", { signal, close: ["exit"] }) as AsyncIterable<
			[ReaderMessage]
		>) {
			if (message.kind === "end") {
				if (message.problem) throw new NotAnExport(message.problem);
				return;
			}
			for (const part of message.parts) {
				const item = assembly.add(part);
				if (item !== undefined) yield item;
			}
			onRead?.(message.share);
			thread.postMessage("go on");
		}
		throw new Error("The reading thread ended before the file did.");
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ERR_WORKER_OUT_OF_MEMORY")
			throw new NotAnExport("conversation-too-large");
		throw error;
	} finally {
		await thread.terminate();
	}
}
