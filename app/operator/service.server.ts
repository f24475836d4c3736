import { config } from "../platform/config.server.ts";
import { appName } from "./look/look-in-force.server.ts";
import { detailsOf, readOperator, sellerOf } from "./read-details.server.ts";

const operator = readOperator("content/operator.json");

const read = detailsOf(operator, {
	name: config.appName,
	url: config.appUrl,
	paymentProvider: config.payments === "yookassa" ? "ЮKassa (ООО НКО «ЮМани»), Россия" : undefined,
});

/** This installation's details, read once; the name of the service is the one in force. */
export const details: typeof read = Object.defineProperty(read, "app.name", {
	get: appName,
	enumerable: true,
});

/** The seller on bills; null while the bank details are not set: no bills are made. */
export const seller = sellerOf(operator);
