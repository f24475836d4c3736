import type { Log } from "../log.server.ts";
import type { PostOffice } from "../mail/post-office.server.ts";
import type { Gateway } from "./gateways/gateway.ts";
import type { Sender } from "./letters.server.ts";
import type { Plan } from "./plan.ts";

/** What buying has to know of the installation. */
export type BillingSettings = Sender & {
	gateway: Gateway;
	/** What is on offer. */
	plans: readonly Plan[];
	/** Here a payment that was made with a test shop's key grants nothing. */
	live: boolean;
	/** Whether the gateway makes receipts. */
	receipts: boolean;
	office: PostOffice;
	log: Pick<Log, "info" | "warn" | "error">;
};
