/** What one client may use of the server (docs/security.md, checks 50 and 51). Tests pass shorter times. */
export type Limits = {
	/** All headers of a request must arrive within this time. */
	headersMs: number;
	/** The whole request, with its body, must arrive within this time. */
	requestMs: number;
	/** An idle connection is kept for the next request so long. */
	keepAliveMs: number;
	/** A connection without traffic is closed. An event stream sends a heartbeat every 15 s. */
	silenceMs: number;
	/** How often Node checks connections against these times; its own default is 30 s. */
	checkMs: number;
};

export const LIMITS: Limits = {
	headersMs: 10_000,
	requestMs: 30_000,
	// Longer than a usual proxy's, otherwise the proxy would now and then write into a closed connection.
	keepAliveMs: 65_000,
	silenceMs: 60_000,
	checkMs: 1_000,
};

export const MAX_HEADER_BYTES = 16 * 1024;
export const MAX_URL_LENGTH = 8 * 1024;

const BODY_BYTES = 256 * 1024;
/** Screens that need more than the default. A prompt may have 32 000 characters, each up to nine bytes in a form. */
const BODY_BYTES_BY_SCREEN: Record<string, number> = {
	"/chat": 512 * 1024,
	// Streamed, never held in memory.
	"/chat/import": 2 * 1024 ** 3,
};

/** Whether a request to `screen` may take longer than others to arrive, as long as it makes progress. */
export const mayTakeLong = (screen: string): boolean => screen === "/chat/import";

/** Maximum body size in bytes of a request to `screen` (see `screenOf`). */
export const bodyLimit = (screen: string): number => BODY_BYTES_BY_SCREEN[screen] ?? BODY_BYTES;
