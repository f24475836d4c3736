/**
 * The worker thread that writes the pages of the write-ahead log into the database's file. It is started by its path
 * (`background-checkpoint.server.ts`) and is not part of the bundle.
 */
import { DatabaseSync } from "node:sqlite";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";

function serve(port: MessagePort): void {
	const database = new DatabaseSync(workerData as string, { timeout: 5_000 });
	const checkpoint = database.prepare("pragma wal_checkpoint(passive)");
	port.on("message", () => {
		checkpoint.get();
		port.postMessage("done");
	});
}

// Outside of a thread it opens nothing.
if (parentPort) serve(parentPort);
