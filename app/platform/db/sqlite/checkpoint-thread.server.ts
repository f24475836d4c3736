/**
 * The worker thread that writes the pages of the write-ahead log into the database's file. It is started by its path
 * (`background-checkpoint.server.ts`) and is not part of the bundle.
 */
import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";

const database = new DatabaseSync(workerData as string, { timeout: 5_000 });
const checkpoint = database.prepare("pragma wal_checkpoint(passive)");
parentPort?.on("message", () => {
	checkpoint.get();
	parentPort?.postMessage("done");
});
