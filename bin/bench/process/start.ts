import { startInstance } from "../../../tests/support/instance.ts";
import { memoryMb } from "../support/processes.ts";
import { type Figure, median, round } from "../support/table.ts";

const STARTS = 3;

/** From the start of the process to the first response, on an empty data folder; and its memory then. */
export async function measureStart(): Promise<Figure[]> {
	const times: number[] = [];
	const sizes: number[] = [];
	for (let i = 0; i < STARTS; i++) {
		const begun = performance.now();
		const instance = await startInstance({ env: { LOG_LEVEL: "error" } });
		times.push(performance.now() - begun);
		await fetch(`${instance.url}/login`);
		await new Promise((resolve) => setTimeout(resolve, 2_000));
		sizes.push(memoryMb(instance.process.pid ?? 0));
		await instance.stop();
	}
	return [
		{ what: "memory, idle, MB", measured: round(median(sizes), 0), bar: "150", limit: "60" },
		{
			what: "start to the first answered request, ms",
			measured: round(median(times), 0),
			bar: "1 000",
			limit: "100",
		},
	];
}
