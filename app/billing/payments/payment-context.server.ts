import type { Mailer } from "../../mail/mailer.server.ts";
import type { Log } from "../../platform/log.server.ts";
import type { Sender } from "../emails.server.ts";
import type { Gateway } from "../gateways/gateway.ts";
import type { RenewalSettings } from "../renewals/renewal.server.ts";

/** The dependencies of payments besides the database. */
export type PaymentContext = {
	gateway: Gateway;
	/** Whether test money, of a test shop or the sandbox, buys anything here. */
	takesTestMoney: boolean;
	/** Whether the gateway makes receipts, so that an e-mail may promise one. */
	makesReceipts: boolean;
	/** In how many days a refund arrives at the latest, as the offer promises. */
	refundDays: number;
	/** The sender of e-mails to the payer. */
	sender: Sender & { mailer: Mailer };
	/** Null: plans do not renew themselves here, nothing offers it and nothing is charged. */
	renewal: RenewalSettings | null;
	log: Pick<Log, "info" | "warn" | "error">;
};

/**
 * The kind of the job that asks the gateway about a payment, at the time of `purchases.check_at`; its key is the
 * purchase's id.
 */
export const CHECK_PAYMENT = "check-payment";

/**
 * The kind of the job that sends a refund or asks about it, at the time of `refunds.check_at`; its key is the refund's
 * id.
 */
export const CHECK_REFUND = "check-refund";

/** Reasons for which the application itself ends a payment; a gateway's own reasons are an open list beside these. */
export const OUR_REASONS = ["misconfigured", "mismatch", "test_payment"] as const;
