/** The sink of a response's bytes that bypasses the layers of web streams. */
export type BodySink = {
	/** @returns false: the network has not taken it all yet, and `onDrain` tells when it has */
	write(bytes: Uint8Array): boolean;
	onDrain(drained: () => void): void;
	end(): void;
	/** Breaks the connection and drops what is unsent. */
	destroy(): void;
};

/**
 * A body that can write into a sink by itself. For a body of many small pieces over minutes the machinery of web
 * streams costs as much as the pieces do.
 */
export type DirectBody = ReadableStream<Uint8Array> & {
	/** Writes everything from now on into the sink. Nothing may read the body before or after; it is cancelled as ever. */
	[WRITE_INTO]?: (sink: BodySink) => void;
};

/** The server and the built application each have a copy of this module. */
export const WRITE_INTO = Symbol.for("body.writeInto");
