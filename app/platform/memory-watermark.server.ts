import { totalmem } from "node:os";
import { getHeapStatistics } from "node:v8";

/** Asking the system costs some microseconds, a burst of questions would ask a thousand times. */
const FRESH_MS = 250;
/** The share of the process's memory, where the operator does not say how much that is. */
const SHARE = 0.8;
/** V8 ends the process where its heap is full. */
const HEAP_SHARE = 0.9;
/** Below this part of the watermark memory is no longer short: without a gap it would be, and would not be, by turns. */
const CALM = 0.95;

type Readings = {
	/** Bytes that the process occupies. */
	occupied: () => number;
	/** The part of V8's heap that is used, from 0 to 1. */
	heapShare: () => number;
	now: () => number;
};

const READINGS: Readings = {
	occupied: () => process.memoryUsage.rss(),
	heapShare: () => {
		const { used_heap_size, heap_size_limit } = getHeapStatistics();
		return used_heap_size / heap_size_limit;
	},
	now: () => performance.now(),
};

/** Whether this process is about to run out of memory. Work under way may end; new work is refused. */
export class MemoryWatermark {
	readonly limitBytes: number;
	readonly #onChange: (isShort: boolean, occupied: number) => void;
	readonly #readings: Readings;
	#readAt = Number.NEGATIVE_INFINITY;
	#isShort = false;

	/**
	 * @param limitBytes the watermark; null: four fifths of the container's memory, or the machine's
	 * @param onChange called when memory has become short, and when it no longer is
	 */
	constructor(
		limitBytes: number | null,
		onChange: (isShort: boolean, occupied: number) => void = () => {},
		readings = READINGS,
	) {
		this.limitBytes = limitBytes ?? Math.floor(SHARE * memoryThereIs());
		this.#onChange = onChange;
		this.#readings = readings;
	}

	get isShort(): boolean {
		const now = this.#readings.now();
		if (now - this.#readAt < FRESH_MS) return this.#isShort;
		this.#readAt = now;
		const occupied = this.#readings.occupied();
		const share = Math.max(occupied / this.limitBytes, this.#readings.heapShare() / HEAP_SHARE);
		const isShort = share >= (this.#isShort ? CALM : 1);
		if (isShort !== this.#isShort) this.#onChange(isShort, occupied);
		this.#isShort = isShort;
		return isShort;
	}
}

/** The container's limit where it has one; without one the system reports a number beyond all machines, or 0. */
function memoryThereIs(): number {
	const constrained = process.constrainedMemory() || Number.POSITIVE_INFINITY;
	return Math.min(constrained, totalmem());
}
