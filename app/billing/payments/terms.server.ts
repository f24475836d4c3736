import { config, sessionSecret } from "../../platform/config.server.ts";
import type { Plan } from "../plans/plan.server.ts";
import { freePlan } from "../plans/plans.server.ts";

/** The figures that message quotas depend on, besides subscriptions. */
export type Terms = {
	/** The plan of accounts without a subscription. */
	readonly free: Plan;
	/** The operator's time zone, in which days begin. */
	timeZone: string;
	/** Keys the hashes of e-mails. */
	secret: string;
};

let secret: string | undefined;

/** The terms of this installation. The secret is read with its first use: in trial mode that writes a file. */
export const ourTerms: Terms = {
	get free() {
		return freePlan();
	},
	timeZone: config.timeZone,
	get secret() {
		secret ??= sessionSecret(config);
		return secret;
	},
};
