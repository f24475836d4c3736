import { config } from "../platform/config.server.ts";
import { readDetails } from "./read-details.server.ts";

/** This installation's details, read once. */
export const details = readDetails("content/operator.json", {
	name: config.appName,
	url: config.appUrl,
	paymentProvider: config.payments === "yookassa" ? "ЮKassa (ООО НКО «ЮМани»), Россия" : undefined,
});
