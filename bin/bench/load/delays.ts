import { createHistogram, type RecordableHistogram } from "node:perf_hooks";

/** A delay is kept in tenths of a millisecond, in the buckets of a histogram: a run has millions of them. */
const UNITS = 10;

export type Delays = { p50: number; p99: number; max: number };

/** Delays of the minute that runs, and of the whole run, in milliseconds. */
export class DelayTally {
	readonly #all = createHistogram();
	#minute: RecordableHistogram = createHistogram();

	add(ms: number): void {
		this.#minute.record(Math.max(1, Math.round(ms * UNITS)));
	}

	/** @returns the delays since the last call */
	endMinute(): Delays {
		const minute = this.#minute;
		this.#all.add(minute);
		this.#minute = createHistogram();
		return delaysOf(minute);
	}

	/** The delays of all minutes that have ended. */
	get all(): Delays {
		return delaysOf(this.#all);
	}
}

function delaysOf(histogram: RecordableHistogram): Delays {
	if (histogram.count === 0) return { p50: Number.NaN, p99: Number.NaN, max: Number.NaN };
	return {
		p50: histogram.percentile(50) / UNITS,
		p99: histogram.percentile(99) / UNITS,
		max: histogram.max / UNITS,
	};
}

/** Percent of one core that this process has used since the last call. */
export function ownCpu(): () => number {
	let [used, at] = [process.cpuUsage(), performance.now()];
	return () => {
		const { user, system } = process.cpuUsage(used);
		const percent = (user + system) / 10 / (performance.now() - at);
		[used, at] = [process.cpuUsage(), performance.now()];
		return percent;
	};
}
