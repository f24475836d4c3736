import { readFileSync } from "node:fs";

const WINDOW_MS = 1_000;

/** Ticks of all cores since the machine's start: in all, and without work. */
type Ticks = { all: number; idle: number; cores: number };

/**
 * How many cores of the machine have no work, of its last second or more.
 * @param read the kernel's `/proc/stat`; undefined where there is none
 * @param now milliseconds of a clock that only goes forward
 */
export class IdleCores {
	readonly #read: () => string | undefined;
	readonly #now: () => number;
	#seen: Ticks | undefined;
	#seenAt = Number.NEGATIVE_INFINITY;
	#idle = 0;

	constructor(read = readStat, now = () => performance.now()) {
		this.#read = read;
		this.#now = now;
	}

	/** Cores, with fractions: 0 until it has been asked for a second; `Infinity` where the system does not say. */
	get count(): number {
		if (this.#now() - this.#seenAt >= WINDOW_MS) this.#look();
		return this.#idle;
	}

	#look(): void {
		const [before, ticks] = [this.#seen, ticksOf(this.#read())];
		if (!ticks) this.#idle = Number.POSITIVE_INFINITY;
		else if (before && ticks.all > before.all)
			this.#idle = ((ticks.idle - before.idle) / (ticks.all - before.all)) * ticks.cores;
		this.#seen = ticks;
		this.#seenAt = this.#now();
	}
}

function readStat(): string | undefined {
	try {
		return readFileSync("/proc/stat", "latin1");
	} catch {
		return undefined;
	}
}

/** `cpu  user nice system idle iowait irq softirq steal …`, then a line for each core (proc_stat(5)). */
function ticksOf(stat = ""): Ticks | undefined {
	const line = /^cpu +(.*)$/m.exec(stat)?.[1];
	const numbers = line?.split(" ").slice(0, 8).map(Number) ?? [];
	const [, , , idle, waiting] = numbers;
	if (idle === undefined || waiting === undefined) return undefined;
	const all = numbers.reduce((sum, ticks) => sum + ticks, 0);
	return { all, idle: idle + waiting, cores: stat.match(/^cpu\d+ /gm)?.length ?? 1 };
}
