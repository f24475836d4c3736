import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { ProbeOrder, ProbeReport } from "./probing-process.ts";

export type Prober = {
	/** The measurements since the last report. */
	report(): Promise<ProbeReport>;
	/** The last report; the process ends. */
	stop(): Promise<ProbeReport>;
};

/**
 * Requests two addresses in turn, ours and a baseline server's, from a process of its own: a bench that puts load on a
 * server unpacks what it gets, and its own event loop would be measured, too.
 */
export async function startProber(order: ProbeOrder): Promise<Prober> {
	const child = fork(join(import.meta.dirname, "probing-process.ts"));
	const next = async (command: ProbeOrder | "report" | "stop") => {
		child.send(command);
		const [message] = await once(child, "message");
		return message;
	};
	await next(order);
	return { report: () => next("report"), stop: () => next("stop") };
}
