import { createContext, type RouterContextProvider } from "react-router";
import { signedIn } from "../../accounts/http/guards.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { type PlanInForce, planInForce } from "../plans/plan-in-force.server.ts";

/** The plan of this request, cached. */
const planContext = createContext<Promise<PlanInForce> | null>(null);

/**
 * The plan in force for the signed-in account, read once per request: the action, the frame and the screen need it. A
 * decision in a transaction reads the plan there.
 */
export function requestPlan(context: Readonly<RouterContextProvider>, db: Db): Promise<PlanInForce> {
	const reading = context.get(planContext) ?? planInForce(db, signedIn(context).id);
	context.set(planContext, reading);
	return reading;
}
