import { billingSettings } from "../../billing/current.server.ts";
import { hearNotification } from "../../billing/hear-notification.server.ts";
import { db } from "../../db/current.server.ts";
import type { Route } from "./+types/notification";

/**
 * Where the gateway says that something has happened. Whoever calls, whatever they say: it is a reason to ask the
 * gateway. It comes again unless it is answered with 200.
 */
export async function action({ request }: Route.ActionArgs) {
	if (request.method !== "POST") return new Response(null, { status: 405, headers: { Allow: "POST" } });
	const heard = await hearNotification(db, billingSettings, await request.text());
	return new Response(null, { status: heard === "heard" ? 200 : 503 });
}

export function loader() {
	return new Response(null, { status: 405, headers: { Allow: "POST" } });
}
