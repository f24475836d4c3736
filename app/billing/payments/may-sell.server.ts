import { type Details, missingToSell } from "../../operator/details.server.ts";

/** The details as named on the console, with their names in `content/operator.json`. */
const NAMES: Record<ReturnType<typeof missingToSell>[number], string> = {
	"operator.fullName": "название или имя (fullName)",
	"operator.ids": "ИНН и ОГРН или ОГРНИП, у самозанятого только ИНН (kind, inn, ogrn)",
	"operator.address": "адрес (address)",
	"operator.email": "почта (email)",
	"operator.phone": "телефон (phone)",
};

type Settings = { trial: boolean; payments: "yookassa" | "sandbox" | "off" };

/**
 * Why real payments are refused here: in production the seller's details have to be known. The sandbox takes no
 * money.
 * @returns a sentence for the console; undefined when payments are allowed
 */
export function whyNotSell({ trial, payments }: Settings, details: Details): string | undefined {
	const missing = missingToSell(details);
	if (trial || payments !== "yookassa" || missing.length === 0) return undefined;
	const list = missing.map((name) => NAMES[name]).join("; ");
	return `Платежи выключены, пока в content/operator.json не заполнено: ${list}. Заполнить можно и на экране «Реквизиты».`;
}

/** Whether a change of the details would end sales that go on. */
export const endsSales = (settings: Settings, before: Details, after: Details): boolean =>
	whyNotSell(settings, before) === undefined && whyNotSell(settings, after) !== undefined;
