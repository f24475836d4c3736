import type { Chip } from "./chip.ts";

/** A file on its way to the server, or one that did not get there. */
export type Upload = {
	/** The conversation whose draft it belongs to; "": one that has not begun. */
	of: string;
	file: File;
	abort: AbortController;
	chip: Chip;
	/** Shows the chip in the composer that has it. */
	show: (chip: Chip) => void;
};

/** By the keys of their chips. An upload outlives its composer: the next one of the same conversation takes it over. */
export const uploads = new Map<string, Upload>();
