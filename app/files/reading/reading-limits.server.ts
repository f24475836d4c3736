import { FILE_LIMITS } from "../file-limits.ts";

const MB = 1024 ** 2;

/** The limits of reading one document. */
export const READING_LIMITS = {
	fileBytes: FILE_LIMITS.bytes,
	pages: 2_000,
	/** Unpacked bytes of all parts of an archive that are read. */
	unpackedBytes: 200 * MB,
	characters: 20_000_000,
	/** Cells of tables and sheets, empty ones that are written out too. */
	cells: 2_000_000,
	/** Entries of an archive. */
	entries: 20_000,
	/** Nested elements of XML and HTML, nested groups of RTF. */
	depth: 500,
	/** The size of a picture, as its file states before it is decoded. */
	pixels: 50_000_000,
	/** The heap of the process that reads. */
	heapMb: 256,
	rssBytes: 512 * MB,
	/** Seconds of CPU, not of the clock: on a busy machine an honest document waits longer than it works. */
	cpuSeconds: 60,
	/** For a process that hangs and takes no CPU. Beside a dozen busy processes half a minute of work takes as long. */
	wallMs: 10 * 60_000,
};

/** The pictures that are made of one: for the model and the screen, and for the list. */
export const PICTURE_SIZES = {
	/** Pixels of the longer side. */
	full: 2_000,
	small: 640,
	/** More than any of our own takes. */
	fullBytes: 8 * MB,
	smallBytes: MB,
};

/** The most characters of one part of the text: a small unit of work for the server's event loop. */
export const PART_CHARACTERS = 32_000;
