import { handleWebhook } from "../../billing/payments/handle-webhook.server.ts";
import { paymentContext } from "../../billing/services.server.ts";
import { db } from "../../platform/db/service.server.ts";
import { PRIVATE } from "../../platform/http/http.server.ts";
import type { Route } from "./+types/notification";

/** The gateway uses POST. A GET is not found. */
export const loader = () => new Response(null, { status: 404, headers: PRIVATE });

/**
 * The gateway's webhook, from anywhere: it is verified by a request to the gateway. 200 ends it, 503 makes the
 * gateway send it again.
 */
export async function action({ request }: Route.ActionArgs) {
	const payments = paymentContext();
	if (!payments || request.method !== "POST") return new Response(null, { status: 404, headers: PRIVATE });
	const handled = await handleWebhook(db(), payments, await request.text());
	return new Response(null, { status: handled === "handled" ? 200 : 503, headers: PRIVATE });
}
