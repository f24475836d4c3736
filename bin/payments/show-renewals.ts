import type { Plan } from "../../app/billing/plans/plan.server.ts";
import { rubles } from "../../app/billing/rubles.server.ts";
import type { Db } from "../../app/platform/db/connection.server.ts";
import { alignColumns, formatTime, printLine } from "../console/terminal-output.ts";

const PER_PAGE = 50;
const STATES = {
	on: "включено",
	charging: "списание в банке",
	retrying: "повтор",
	paused: "нужна другая карта",
	off: "выключено",
};

/**
 * A page of renewals with their cards, those with the next step first. Nothing that could charge a card is shown.
 * @returns the exit code: 1 where there is none
 */
export async function showRenewals(db: Db, page: number, accountId?: string): Promise<number> {
	const rows = await db
		.selectFrom("renewals as r")
		.leftJoin("accounts as a", "a.id", "r.account_id")
		.leftJoin("payment_methods as m", "m.account_id", "r.account_id")
		.$if(accountId !== undefined, (query) => query.where("r.account_id", "=", accountId ?? ""))
		.select(["r.plan", "r.state", "r.reason", "r.attempt", "r.paid_until", "r.charge_at", "r.charge_amount"])
		.select(["r.told_at", "r.next_at", "a.email", "m.title"])
		.orderBy((eb) => eb.fn.coalesce("r.next_at", eb.lit(9_999_999_999_999)))
		.orderBy("r.id")
		.limit(PER_PAGE)
		.offset((page - 1) * PER_PAGE)
		.execute();
	if (rows.length === 0) {
		printLine(page === 1 ? "Автопродлений нет." : `На странице ${page} автопродлений нет.`);
		return page === 1 ? 0 : 1;
	}
	const lines = rows.map((row) => {
		const plan: Plan = JSON.parse(row.plan);
		const state = STATES[row.state] + (row.attempt > 0 ? `, попыток ${row.attempt}` : "");
		return [
			row.email ?? "удалён",
			plan.title,
			rubles(row.charge_amount ?? plan.price),
			row.title ?? "карты нет",
			state + (row.reason ? `: ${row.reason}` : ""),
			formatTime(Number(row.paid_until)),
			formatTime(timeOf(row.told_at)),
			formatTime(timeOf(row.charge_at)),
			formatTime(timeOf(row.next_at)),
		];
	});
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
	return 0;
}

const timeOf = (time: number | null) => (time === null ? null : Number(time));
