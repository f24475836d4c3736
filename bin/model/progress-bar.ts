import { formatBytes } from "../../app/local-model/download/format-bytes.server.ts";

const CELLS = 24;
const REDRAW_MS = 200;
/** Without a terminal, a line is written for each of so many hundredths. */
const STEP = 10;

/** A progress bar with speed and time left; in a file or a log a few lines. */
export class ProgressBar {
	readonly #output: NodeJS.WriteStream;
	#from = 0;
	#beganAt = 0;
	#drawnAt = 0;
	#step = 0;
	#isDrawn = false;

	constructor(output: NodeJS.WriteStream) {
		this.#output = output;
	}

	/** @param arrived what was there before, which says nothing of the speed */
	begin(arrived: number): void {
		this.#from = arrived;
		this.#beganAt = performance.now();
	}

	show(arrived: number, total: number): void {
		const share = arrived / total;
		const now = performance.now();
		if (this.#output.isTTY) {
			if (arrived < total && now - this.#drawnAt < REDRAW_MS) return;
			this.#drawnAt = now;
			const filled = Math.round(share * CELLS);
			const bar = "█".repeat(filled) + "░".repeat(CELLS - filled);
			this.#output.write(`\r${bar} ${this.#words(arrived, total, now)}\u001b[K`);
			this.#isDrawn = true;
			return;
		}
		const step = Math.floor((share * 100) / STEP);
		if (step <= this.#step) return;
		this.#step = step;
		this.#output.write(`${this.#words(arrived, total, now)}\n`);
	}

	/** The next line begins at its beginning. */
	end(): void {
		if (this.#isDrawn) this.#output.write("\n");
		this.#isDrawn = false;
	}

	#words(arrived: number, total: number, now: number): string {
		const seconds = Math.max((now - this.#beganAt) / 1_000, 0.001);
		const speed = (arrived - this.#from) / seconds;
		const left = speed > 0 ? `, осталось ${duration((total - arrived) / speed)}` : "";
		const percent = Math.floor((arrived / total) * 100);
		return `${percent} % · ${formatBytes(arrived)} из ${formatBytes(total)} · ${formatBytes(speed)}/с${left}`;
	}
}

/** «1 ч 05 мин», «3 мин 20 с», «15 с». */
function duration(seconds: number): string {
	const whole = Math.round(seconds);
	const two = (value: number) => String(value).padStart(2, "0");
	if (whole >= 3_600) return `${Math.floor(whole / 3_600)} ч ${two(Math.floor((whole % 3_600) / 60))} мин`;
	return whole >= 60 ? `${Math.floor(whole / 60)} мин ${two(whole % 60)} с` : `${whole} с`;
}
