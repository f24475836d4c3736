import { lookInForce } from "../operator/look/look-in-force.server.ts";
import { notFound } from "../platform/http/http.server.ts";
import type { Route } from "./+types/logo";

/** Opened by its address, a drawing may neither run nor load anything. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'";

/** The operator's own logo. Its address has the hash of its content, so it may be kept for good. */
export function loader({ request }: Route.LoaderArgs) {
	const { pathname, searchParams, search } = new URL(request.url);
	const { logo } = lookInForce();
	if (!logo) return notFound(pathname + search);
	const isCurrent = searchParams.get("v") === logo.hash;
	return new Response(new Uint8Array(logo.bytes), {
		headers: {
			"Content-Type": logo.type,
			"Content-Security-Policy": POLICY,
			"Cache-Control": isCurrent ? "public, max-age=31536000, immutable" : "public, max-age=60",
		},
	});
}
