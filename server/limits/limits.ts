/** What one client may take of the server (security.md, item 10). Tests pass shorter times. */
export type Limits = {
	/** All headers of a request must have come by then. */
	headersMs: number;
	/** The whole request, with its body, must have come by then. */
	requestMs: number;
	/** An idle connection is kept for the next request so long. */
	keepAliveMs: number;
	/** A connection on which nothing moves is closed. A live answer says something every 15 s. */
	silenceMs: number;
	/** How often Node looks for connections that are over these times; its own default is 30 s. */
	checkMs: number;
};

export const LIMITS: Limits = {
	headersMs: 10_000,
	requestMs: 30_000,
	// Longer than a usual proxy keeps its side, or it would now and then write into a closed connection.
	keepAliveMs: 65_000,
	silenceMs: 60_000,
	checkMs: 1_000,
};

export const MAX_HEADER_BYTES = 16 * 1024;
export const MAX_URL_LENGTH = 8 * 1024;

const BODY_BYTES = 256 * 1024;
/** Screens that need more than the rest. A prompt may have 32 000 characters, each up to nine bytes in a form. */
const BODY_BYTES_BY_SCREEN: Record<string, number> = {
	"/chat": 512 * 1024,
	// Read as a stream, never held.
	"/chat/import": 2 * 1024 ** 3,
};

/** Whether a request to `screen` may take longer than others to arrive, as long as it does not stand still. */
export const mayTakeLong = (screen: string): boolean => screen === "/chat/import";

/** How many bytes the body of a request to `screen` (see `screenOf`) may have. */
export const bodyLimit = (screen: string): number => BODY_BYTES_BY_SCREEN[screen] ?? BODY_BYTES;
