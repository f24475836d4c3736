import { accountSettings } from "../../app/accounts/services.server.ts";
import { CONSOLE } from "../../app/accounts/staff/journal.server.ts";
import { rublesAndKopecks } from "../../app/billing/rubles.server.ts";
import {
	cancelBillAsStaff,
	payBillAsStaff,
	returnBillAsStaff,
} from "../../app/billing/staff/bills-as-staff.server.ts";
import { billNumberOf } from "../../app/billing/staff/list-bills.server.ts";
import bills from "../../app/i18n/ru/admin-bills.ts";
import type { Db } from "../../app/platform/db/connection.server.ts";
import { printLine } from "../console/terminal-output.ts";

const DONE = { paid: "bill-paid", cancel: "bill-canceled", return: "bill-returned" } as const;

/** Does one of the acts that the screen has, on the bill of a number. */
export async function change(db: Db, act: keyof typeof DONE, typed: string, reason: string): Promise<number> {
	const number = billNumberOf(typed) ?? 0;
	const acted = await perform(db, act, number, reason);
	if (acted.outcome !== "done") {
		printLine(`Счёта «${typed}» нет, или с ним этого сделать нельзя.`);
		return 1;
	}
	const { returned } = acted.value;
	const sum = act === "return" ? `: ${rublesAndKopecks(returned ?? 0)}` : "";
	printLine(`${bills.done[DONE[act]]}${sum}.`);
	return 0;
}

function perform(db: Db, act: keyof typeof DONE, number: number, reason: string) {
	const { secret, ...sender } = accountSettings();
	switch (act) {
		case "paid":
			return payBillAsStaff(db, { secret, sender }, number, CONSOLE);
		case "cancel":
			return cancelBillAsStaff(db, { number, reason }, CONSOLE);
		case "return":
			return returnBillAsStaff(db, { number, reason }, CONSOLE);
	}
}
