import { type Agent, Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { LookupFunction } from "node:net";
import { getCACertificates } from "node:tls";
import { type AddressGuard, guardedLookup } from "../../../tools/address-guard.server.ts";

/** How a model's server is reached: plain values, so that a thread may be told. */
export type UpstreamSettings = {
	/** With the path and the query of its completions. */
	address: string;
	headers: Record<string, string>;
	/** CA certificates trusted in addition to Node's, as PEM; certificate checks are never disabled. */
	ca?: string | undefined;
	guard?: AddressGuard | undefined;
	/** The timeout of connecting, including the TLS handshake. */
	connectMs: number;
	/** The time from the call to the first piece: a local model may have to be loaded first. */
	firstPieceMs: number;
	/** The time from one piece to the next. */
	idleMs: number;
};

/** A model's server. `id`: in this process. */
export type Upstream = {
	id: number;
	settings: UpstreamSettings;
	url: URL;
	/** Keeps connections alive for the next request. */
	agent: Agent;
	/** Opens a connection for each request. */
	newConnections: Agent;
};

let lastId = 0;

/** Opens no connection yet. */
export function openUpstream(settings: UpstreamSettings): Upstream {
	const url = new URL(settings.address);
	const Agent = url.protocol === "https:" ? HttpsAgent : HttpAgent;
	const reached = connectionOptions(settings);
	return {
		id: ++lastId,
		settings,
		url,
		agent: new Agent({ keepAlive: true, scheduling: "lifo", ...reached }),
		newConnections: new Agent({ keepAlive: false, ...reached }),
	};
}

/** The options of Node's requests and agents for a server with these certificates and this guard. */
export const connectionOptions = ({
	ca,
	guard,
}: Pick<UpstreamSettings, "ca" | "guard">): { ca?: string[]; lookup?: LookupFunction } => ({
	...(ca && { ca: [...getCACertificates("default"), ca] }),
	...(guard && { lookup: guardedLookup(guard.allowPrivate) }),
});
