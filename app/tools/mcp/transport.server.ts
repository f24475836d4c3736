import type { Result } from "./messages.server.ts";

export type McpRequest = { method: string; params: Record<string, unknown> };

/** How messages go to a server and come back. */
export interface Transport {
	/** Whether a request can still be sent. */
	readonly isOpen: boolean;
	/**
	 * Sends a request and waits for its result.
	 * @param headers of HTTP
	 * @throws {McpFailure}
	 * @throws the signal's reason, after the server has been told
	 */
	request(
		request: McpRequest,
		options: { signal: AbortSignal; headers?: Record<string, string> },
	): Promise<Result>;
	/** Sends a notification; whether it arrives is not known. */
	notify(method: string, params: Record<string, unknown>): Promise<void>;
	/** Headers that every further request has. */
	keepHeaders(headers: Record<string, string>): void;
	close(): Promise<void>;
}

/** The events of a transport beside results. */
export type TransportEvents = { onNotification: (method: string) => void; onClosed: () => void };
