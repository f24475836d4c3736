import { median } from "../support/table.ts";

/** Memory of a process at a moment of the run, in minutes and megabytes. */
export type Sample = { minute: number; mb: number };

/**
 * Whether memory is flat after the warm-up: its growth per minute, by least squares, and how the last fifth of the
 * time compares with the first.
 */
export function flatness(samples: readonly Sample[]): { slope: number; ratio: number } {
	const [first, last] = [samples[0]?.minute ?? 0, samples.at(-1)?.minute ?? 0];
	const fifth = (last - first) / 5;
	const early = samples.filter(({ minute }) => minute <= first + fifth).map(({ mb }) => mb);
	const late = samples.filter(({ minute }) => minute >= last - fifth).map(({ mb }) => mb);
	const mean = (of: (sample: Sample) => number) =>
		samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length;
	const [x, y] = [mean(({ minute }) => minute), mean(({ mb }) => mb)];
	const shared = mean(({ minute, mb }) => (minute - x) * (mb - y));
	const spread = mean(({ minute }) => (minute - x) ** 2);
	return { slope: shared / spread, ratio: median(late) / median(early) };
}
