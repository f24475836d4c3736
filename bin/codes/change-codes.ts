import { CONSOLE } from "../../app/accounts/staff/journal.server.ts";
import { plansOnOffer } from "../../app/billing/plans/plans.server.ts";
import {
	type PromoCodeFields,
	readNewPromoCode,
} from "../../app/billing/promo-codes/new-promo-code.server.ts";
import { promoGives } from "../../app/billing/promo-codes/promo-texts.server.ts";
import { makePromoCode, switchOffPromoCode } from "../../app/billing/staff/promo-codes-as-staff.server.ts";
import codes from "../../app/i18n/ru/admin-codes.ts";
import { config } from "../../app/platform/config.server.ts";
import type { Db } from "../../app/platform/db/connection.server.ts";
import { printLine } from "../console/terminal-output.ts";

/** Makes a code by the words of the command. */
export async function make(db: Db, fields: PromoCodeFields): Promise<number> {
	const paid = plansOnOffer().filter(({ days }) => days !== null);
	const unknown = fields.planKeys.filter((key) => paid.every((plan) => plan.key !== key));
	if (unknown.length > 0) {
		printLine(`Тарифа «${unknown[0]}» нет. Есть: ${paid.map(({ key }) => key).join(", ")}.`);
		return 1;
	}
	const planKeys = fields.planKeys.length > 0 ? fields.planKeys : paid.map(({ key }) => key);
	const read = readNewPromoCode({ ...fields, planKeys }, paid, config.timeZone, Date.now());
	if ("problems" in read) {
		for (const [field, problem] of Object.entries(read.problems))
			printLine(`${field}: ${codes.problems[problem]}.`);
		return 2;
	}
	const { outcome } = await makePromoCode(db, read, CONSOLE);
	if (outcome === "exists") {
		printLine(`${codes.problems["code-exists"]}: ${read.code}.`);
		return 1;
	}
	printLine(`${codes.done["promo-code-made"]}: ${read.code}, ${promoGives(read)}.`);
	return 0;
}

/** Switches a code off. */
export async function off(db: Db, typed: string, reason: string): Promise<number> {
	const { outcome } = await switchOffPromoCode(db, { code: typed.toUpperCase(), reason }, CONSOLE);
	printLine(
		outcome === "done" ? codes.done["promo-code-off"] : `Промокода «${typed}» нет, или он уже выключен.`,
	);
	return outcome === "done" ? 0 : 1;
}
