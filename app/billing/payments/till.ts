import type { PostOffice } from "../../mail/post-office.server.ts";
import type { Log } from "../../platform/log.server.ts";
import type { Gateway } from "../gateways/gateway.ts";
import type { Sender } from "../letters.server.ts";

/** What taking money needs besides the database. */
export type Till = {
	gateway: Gateway;
	/** Whether money that is none, of a test shop or the sandbox, buys anything here. */
	takesTestMoney: boolean;
	/** Whether the gateway makes receipts, so that a letter may promise one. */
	makesReceipts: boolean;
	/** Who writes to the payer. */
	sender: Sender & { office: PostOffice };
	log: Pick<Log, "info" | "warn" | "error">;
};

/** Why we ended a payment ourselves; a gateway's own reasons are an open list beside these. */
export const OUR_REASONS = ["misconfigured", "mismatch", "test_payment"] as const;
