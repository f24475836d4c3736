import type { Details } from "./details.ts";

/** What must be known of whoever takes money: the offer and the acquirer ask for it (ЗоЗПП, articles 8–10). */
const NEEDED = [
	["operator.fullName", "fullName"],
	["operator.ids", "inn и ogrn"],
	["operator.address", "address"],
	["operator.email", "email"],
	["operator.phone", "phone"],
] as const;

/** The lines of `content/operator.json` without which payments stay off in production. */
export const missingForPayments = (details: Details): string[] =>
	NEEDED.filter(([name]) => details[name] === null).map(([, line]) => line);
