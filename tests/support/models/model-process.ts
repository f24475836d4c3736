import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import type { Instance } from "../instance.ts";

/** The id of the process that runs an instance's model: its only child, once that has loaded the model `times` times. */
export async function modelProcessOf({ process, logs }: Instance, times = 1): Promise<number> {
	while ((logs().match(/Модель загружена/g)?.length ?? 0) < times) {
		if (process.exitCode !== null) throw new Error(`The instance has ended:\n${logs()}`);
		await wait(50);
	}
	return Number(readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, "utf8").trim());
}
