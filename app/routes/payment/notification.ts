import { handleWebhook } from "../../billing/payments/handle-webhook.server.ts";
import { paymentContext } from "../../billing/services.server.ts";
import { db } from "../../platform/db/service.server.ts";
import { PRIVATE } from "../../platform/http/http.ts";
import type { Route } from "./+types/notification";

/** The gateway calls by POST. Whoever looks in by hand finds nothing. */
export const loader = () => new Response(null, { status: 404, headers: PRIVATE });

/**
 * Takes a gateway's notification, from anywhere: it is believed only after asking. 200 ends it, 503 has it sent
 * again.
 */
export async function action({ request }: Route.ActionArgs) {
	if (!paymentContext || request.method !== "POST")
		return new Response(null, { status: 404, headers: PRIVATE });
	const heard = await handleWebhook(db, paymentContext, await request.text());
	return new Response(null, { status: heard === "heard" ? 200 : 503, headers: PRIVATE });
}
