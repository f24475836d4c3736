import { config } from "../platform/config.server.ts";
import { appName } from "./look/look-in-force.server.ts";
import { readDetails } from "./read-details.server.ts";

const read = readDetails("content/operator.json", {
	name: config.appName,
	url: config.appUrl,
	paymentProvider: config.payments === "yookassa" ? "ЮKassa (ООО НКО «ЮМани»), Россия" : undefined,
});

/** This installation's details, read once; the name of the service is the one in force. */
export const details: typeof read = Object.defineProperty(read, "app.name", {
	get: appName,
	enumerable: true,
});
