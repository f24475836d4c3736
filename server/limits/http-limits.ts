/** How long one client may keep a connection (docs/security.md, checks 50 and 51). Tests pass shorter times. */
export type ConnectionTimes = {
	/** All headers of a request must arrive within this time. */
	headersMs: number;
	/** The whole request, with its body, must arrive within this time. */
	requestMs: number;
	/** The same for an upload, which is read as a stream. */
	uploadMs: number;
	/** An idle connection is kept for the next request so long. */
	keepAliveMs: number;
	/** A connection without traffic is closed. An event stream sends a heartbeat every 15 s. */
	silenceMs: number;
	/** How often Node checks connections against these times; its own default is 30 s. */
	checkMs: number;
};

export const CONNECTION_TIMES: ConnectionTimes = {
	headersMs: 10_000,
	requestMs: 30_000,
	// 2 GB at half a megabit per second take nine hours.
	uploadMs: 12 * 60 * 60_000,
	// Longer than a usual proxy's, otherwise the proxy would now and then write into a closed connection.
	keepAliveMs: 65_000,
	silenceMs: 60_000,
	checkMs: 1_000,
};

/**
 * Open connections; past them a new one is told to come again. Each takes some tens of kilobytes. Browsers keep theirs
 * for a minute, and one for each live answer.
 */
export const MAX_CONNECTIONS = 10_000;

export const MAX_HEADER_BYTES = 16 * 1024;
export const MAX_URL_LENGTH = 8 * 1024;

/** Maximum body size in bytes, unless the route's own limits say otherwise. */
export const DEFAULT_BODY_BYTES = 256 * 1024;
