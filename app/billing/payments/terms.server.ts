import { config, sessionSecret } from "../../platform/config.server.ts";
import type { Plan } from "../plans/plan.ts";
import { freePlan } from "../plans/plans.server.ts";

/** What the counting of messages goes by, besides what somebody has bought. */
export type Terms = {
	/** What holds for whoever has bought nothing. */
	free: Plan;
	/** Where the operator's days turn. */
	timeZone: string;
	/** Keys the hashes of e-mails. */
	secret: string;
};

export const ourTerms: Terms = { free: freePlan, timeZone: config.timeZone, secret: sessionSecret(config) };
