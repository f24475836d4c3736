import { sql } from "kysely";
import { CHECK_REFUND } from "../payments/payment-context.server.ts";

/**
 * The condition that a job is that of a refund which was given up, and whose money is still here: up to the staff until
 * they refund it. Never null, so that it can be negated.
 */
export const isUpToStaff = sql<boolean>`(jobs.kind = ${CHECK_REFUND} and coalesce(jobs.failure, '') = 'given-up'
	and exists (select 1 from refunds join purchases on purchases.id = refunds.purchase_id
		where refunds.id = jobs.key and purchases.state = 'paid'))`;
