import { createHash } from "node:crypto";
import { encodeRow, type Tally, type Value } from "./records.server.ts";

const MODULUS = 1n << 256n;

/**
 * Counts rows and sums their SHA-256, so that two tables compare equal whatever order their rows are read in: the
 * databases sort text differently.
 */
export class RowSum {
	#count = 0;
	#sum = 0n;

	add(row: readonly Value[]): void {
		const digest = createHash("sha256").update(encodeRow(row)).digest("hex");
		this.#count++;
		this.#sum = (this.#sum + BigInt(`0x${digest}`)) % MODULUS;
	}

	get tally(): Tally {
		return { count: this.#count, sum: this.#sum.toString(16).padStart(64, "0") };
	}
}
