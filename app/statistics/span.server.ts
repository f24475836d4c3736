/** A day to be counted: its name, and its first millisecond and the one after its last. */
export type Span = { day: string; from: number; to: number };

/** Rows read at a time: their statement holds the event loop for a few milliseconds. */
export const ROWS_AT_ONCE = 500;
