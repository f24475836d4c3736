/** A thread that says a few words to each question and ends in the middle of the answer. */
import { parentPort } from "node:worker_threads";
import type { StreamOrder } from "../../../../app/chat/providers/thread/stream-messages.server.ts";

parentPort?.on("message", (order: StreamOrder) => {
	if (order.kind === "ask") parentPort?.postMessage([order.id, "Начало "]);
	else if (order.kind === "taken") throw new Error("out of order");
});
