import { on } from "node:events";
import { resolve } from "node:path";
import { Worker } from "node:worker_threads";
import { NotAnExport } from "../formats/array-items.ts";
import type { ReadItem } from "../formats/read-item.ts";
import { Assembly, type ReaderMessage, type ReaderOrder } from "./reader-messages.ts";

/** Beside the build, as it is written: the server runs in the folder of the project. */
const THREAD = "app/chat/import/upload/reader-thread.server.ts";
/** The largest conversation fits, with its JSON, its values and its texts; what is larger ends the thread alone. */
const MEMORY = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 12, stackSizeMb: 4 };

/**
 * The items of a stored upload, read by a thread of their own, no faster than they are taken.
 * @param onRead told how much of the file has been read, from 0 to 1
 * @param signal ends the reading: whatever the thread is at, it stops at once
 * @throws {NotAnExport} when the file is none that we can read, after what could be read of it
 */
export async function* readUpload(
	file: string,
	{ now, onRead, signal }: { now: number; onRead?: (share: number) => void; signal?: AbortSignal },
): AsyncGenerator<ReadItem, void, undefined> {
	signal?.throwIfAborted();
	const thread = new Worker(resolve(THREAD), {
		workerData: { file, now } satisfies ReaderOrder,
		resourceLimits: MEMORY,
		// Nothing of the server's environment is its business.
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
