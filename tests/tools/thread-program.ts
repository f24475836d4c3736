import { parentPort } from "node:worker_threads";

/** Sleeps, loops without an end, or answers at once. */
parentPort?.on("message", (order) => {
	if (order === "sleep") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
	if (order === "loop") for (;;);
	parentPort?.postMessage(order);
});
parentPort?.postMessage("ready");
