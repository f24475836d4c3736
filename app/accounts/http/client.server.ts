import type { RouterContextProvider } from "react-router";
import { clientAddressContext } from "../../platform/http/context.server.ts";
import type { Client } from "./request-client.server.ts";

const USER_AGENT_LIMIT = 300;

/** The client of this request. The server has determined the address, counting the proxies it trusts. */
export function clientOf(request: Request, context: Readonly<RouterContextProvider>): Client {
	return {
		ip: context.get(clientAddressContext) || "unknown",
		userAgent: (request.headers.get("User-Agent") ?? "").slice(0, USER_AGENT_LIMIT),
	};
}
