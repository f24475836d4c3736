/**
 * The worker thread that reads an upload: it unpacks, splits, parses and walks conversations, so that no file can
 * block the server's event loop. It is started by its path (`read-upload.server.ts`) and is not part of the bundle.
 */
import { once } from "node:events";
import { parentPort, workerData } from "node:worker_threads";
import { boundedItems, NotAnExport, TOO_LARGE } from "../formats/array-items.server.ts";
import { asList } from "../formats/own-conversation.server.ts";
import { readItem } from "../formats/read-item.server.ts";
import { YieldCounter } from "../formats/row-batches.server.ts";
import { CONVERSATION_LIMITS, EXPORT_LIMITS } from "../import-limits.server.ts";
import { conversationsFiles } from "./export-file.server.ts";
import { type Part, partsOf, type ReaderMessage, type ReaderOrder } from "./reader-messages.server.ts";

const { file, now } = workerData as ReaderOrder;
let share = 0;
const onRead = (sofar: number) => {
	share = sofar;
};

async function send(message: ReaderMessage): Promise<void> {
	const answered = parentPort && once(parentPort, "message");
	parentPort?.postMessage(message);
	await answered;
}

async function readAll(): Promise<void> {
	const { jsonBytes: bytes, jsonValues: values, jsonDepth: depth } = CONVERSATION_LIMITS;
	const yieldCounter = new YieldCounter();
	let parts: Part[] = [];
	let items = 0;
	const queue = async (part: Part) => {
		parts.push(part);
		if (!yieldCounter.add("rows" in part ? part.rows : [])) return;
		const full = parts;
		parts = [];
		await send({ kind: "parts", parts: full, share });
	};
	try {
		for await (const conversations of conversationsFiles(file, onRead)) {
			for await (const item of boundedItems(asList(conversations), { bytes, values, depth }, "pass-by")) {
				if (++items > EXPORT_LIMITS.conversations) throw new NotAnExport("too-much");
				const found = item === TOO_LARGE ? "too-large" : readItem(item.toString("utf8"), now);
				for (const part of partsOf(found)) await queue(part);
			}
		}
	} finally {
		if (parts.length > 0) await send({ kind: "parts", parts, share });
	}
}

try {
	await readAll();
	await send({ kind: "end" });
} catch (error) {
	if (!(error instanceof NotAnExport)) throw error;
	await send({ kind: "end", problem: error.code });
}
parentPort?.close();
