import { accountSettings } from "../accounts/current.server.ts";
import { config } from "../config.server.ts";
import { db } from "../db/current.server.ts";
import { log } from "../log.server.ts";
import { details, receiptTerms } from "../operator/current.server.ts";
import { missingForPayments } from "../operator/missing-for-payments.ts";
import type { Gateway } from "./gateways/gateway.ts";
import { sandboxGateway } from "./gateways/sandbox.server.ts";
import { yookassaGateway } from "./gateways/yookassa.server.ts";
import { plans } from "./plans.server.ts";
import type { BillingSettings } from "./settings.server.ts";

/** Who writes the letters of this installation. */
export const billingSender = { ...accountSettings, timeZone: config.timeZone };

/** Why nothing can be bought; null: it can. `details`: the operator's are not filled (product.md §5). */
export const paymentsOff: "off" | "details" | null =
	config.payments === "off"
		? "off"
		: !config.trial && missingForPayments(details).length > 0
			? "details"
			: null;

function openGateway(): Gateway {
	if (config.payments === "yookassa" && config.yookassa) {
		const { shopId, secretKey, apiUrl = "" } = config.yookassa;
		return yookassaGateway({ shopId, secretKey, apiUrl, receipt: receiptTerms });
	}
	return sandboxGateway(db, config.appUrl);
}

/**
 * The settings of this process. What was bought is settled also while nothing can be bought; a gateway that is
 * configured no more is not asked.
 */
export const billingSettings: BillingSettings = {
	...billingSender,
	gateway: openGateway(),
	plans,
	live: !config.trial && config.payments === "yookassa",
	receipts: config.payments === "yookassa" && receiptTerms !== null,
	log,
};
