import type { FailureCode, ProviderEvent } from "../provider.server.ts";
import type { UpstreamSettings } from "../upstream/upstream.server.ts";
import type { Refusable } from "../wire/stream-completion.server.ts";

/** To the thread that reads streams. */
export type StreamOrder =
	| {
			kind: "ask";
			id: number;
			/** As in `Upstream`: one id has the same connections, whatever its headers are. */
			upstreamId: number;
			settings: UpstreamSettings;
			body: Uint8Array;
			asked: Refusable;
	  }
	/** Nobody reads the stream any more: its connection is cut, unless it has ended. */
	| { kind: "leave"; id: number }
	/** The last batch has been passed on. `behind`: the streams of which no more may be sent for now. */
	| { kind: "taken"; behind: number[] };

/** How a stream ended without its `end`; without a code: by a defect. The detail is not redacted yet. */
export type StreamFailure = {
	kind: "failure";
	code: FailureCode | undefined;
	detail: string;
	status: number | undefined;
};
export type StreamEvent = ProviderEvent | StreamFailure;

/** From the thread: id, event, id, event … A piece of text is its string alone, which is cheaper to pass. */
export type StreamBatch = (number | string | StreamEvent)[];
