import { rubles } from "../../app/billing/rubles.server.ts";
import {
	listRenewals,
	RENEWAL_STATUSES,
	type RenewalFilter,
} from "../../app/billing/staff/list-renewals.server.ts";
import texts from "../../app/i18n/ru/admin-renewals.ts";
import type { Db } from "../../app/platform/db/connection.server.ts";
import { alignColumns, formatTime, printLine } from "../console/terminal-output.ts";

/** The `--state` of the command; undefined: none was named, or there is no such one. */
export const statusOf = (typed: string): RenewalFilter["status"] =>
	RENEWAL_STATUSES.find((status) => status === typed);

/**
 * A page of renewals with their cards, as the staff's screen lists them. Nothing that could charge a card is shown.
 * @param after where the page before has ended, as it says
 * @returns the exit code: 1 where a page that goes on has none
 */
export async function showRenewals(db: Db, filter: RenewalFilter, after: string): Promise<number> {
	const { renewals, next } = await listRenewals(db, filter, { after });
	if (renewals.length === 0) {
		printLine(after === "" ? "Автопродлений нет." : "Дальше автопродлений нет.");
		return after === "" ? 0 : 1;
	}
	const lines = renewals.map((renewal) => [
		renewal.email ?? "удалён",
		renewal.plan.title,
		rubles(renewal.amount),
		renewal.card ?? "карты нет",
		texts.statuses[renewal.status].toLowerCase() +
			(renewal.attempt > 0 ? `, попыток ${renewal.attempt}` : "") +
			(renewal.reason ? `: ${renewal.reason}` : ""),
		formatTime(renewal.paidUntil),
		formatTime(renewal.toldAt),
		formatTime(renewal.chargeAt),
		formatTime(renewal.nextAt),
	]);
	const head = [
		"Кто",
		"Тариф",
		"Сумма",
		"Карта",
		"Состояние",
		"Оплачено до",
		"Предупреждён",
		"Списание",
		"Следующий шаг",
	];
	for (const line of alignColumns([head, ...lines])) printLine(line);
	if (next !== null) printLine(`Дальше: --after ${next}`);
	return 0;
}
