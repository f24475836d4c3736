import { sql } from "kysely";
import type { Plan } from "../../app/billing/plans/plan.server.ts";
import { readAllowance } from "../../app/billing/quota/allowance.server.ts";
import { rubles } from "../../app/billing/rubles.server.ts";
import { listAllPurchases } from "../../app/billing/staff/list-all-purchases.server.ts";
import { readStory } from "../../app/billing/staff/read-story.server.ts";
import type { Db } from "../../app/platform/db/connection.server.ts";
import type { LedgerTable } from "../../app/platform/db/tables/billing.ts";
import { alignColumns, formatTime, printLine } from "../console/terminal-output.ts";

const STATES = {
	started: "неясен",
	waiting: "ждёт оплаты",
	paid: "оплачен",
	canceled: "отклонён",
	expired: "не оплачен",
	refunded: "возвращён",
};
const REFUNDS = { started: "неясен", waiting: "в пути", done: "выполнен", refused: "отклонён" };

/**
 * A page of purchases, as the staff's screen lists them.
 * @param after the last purchase of the page before, as it says
 * @param accountId whose purchases; omitted: everybody's
 * @returns the exit code: 1 where there is none to go on from
 */
export async function list(db: Db, after: string, accountId?: string): Promise<number> {
	if (after !== "" && !(await isPurchase(db, after))) {
		printLine(`Платежа «${after}» нет.`);
		return 1;
	}
	// An account that is looked for is no id of a payment.
	const search = accountId === undefined ? undefined : { accountIds: [accountId], id: accountId };
	const { purchases, next } = await listAllPurchases(db, { search }, { after });
	if (purchases.length === 0) {
		printLine(after === "" ? "Платежей нет." : "Дальше платежей нет.");
		return after === "" ? 0 : 1;
	}
	const lines = purchases.map((purchase) => [
		formatTime(purchase.at),
		purchase.email ?? "удалён",
		purchase.plan.title,
		rubles(purchase.amount),
		STATES[purchase.state],
		purchase.gateway,
		purchase.id,
	]);
	const head = ["Когда", "Кто", "Тариф", "Сумма", "Состояние", "Где", "Платёж"];
	for (const line of alignColumns([head, ...lines])) printLine(line);
	if (next !== null) printLine(`Дальше: --after ${next}`);
	return 0;
}

const isPurchase = async (db: Db, id: string) =>
	(await db.selectFrom("purchases").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;

const titleOf = (plan: string) => (JSON.parse(plan) as Plan).title;

/** Everything about a purchase. */
export async function show(db: Db, id: string): Promise<number> {
	const story = await readStory(db, id);
	if (!story) {
		printLine(`Платежа «${id}» нет.`);
		return 1;
	}
	const { purchase, refunds, subscription } = story;
	const lines = [
		["Платёж", purchase.id],
		["Аккаунт", purchase.account_id],
		["Тариф", `${titleOf(purchase.plan)} (${purchase.plan_key})`],
		["Сумма", rubles(purchase.amount)],
		["Состояние", STATES[purchase.state] + (purchase.reason ? `: ${purchase.reason}` : "")],
		["Начат", formatTime(Number(purchase.created_at))],
		["Закончен", formatTime(timeOf(purchase.ended_at))],
		["Платёжная система", `${purchase.gateway} ${purchase.gateway_id ?? "— ещё не знает о нём"}`],
		["Чем оплачен", purchase.method ?? "—"],
		["Чек", purchase.receipt_state ?? "—"],
		["Следующий вопрос к ней", formatTime(timeOf(purchase.check_at))],
	];
	for (const line of alignColumns(lines)) printLine(line);
	for (const refund of refunds) {
		const why = refund.reason ? `: ${refund.reason}` : "";
		printLine(
			`Возврат ${rubles(refund.amount)} от ${formatTime(Number(refund.created_at))}: ${REFUNDS[refund.state]}${why}`,
		);
	}
	if (subscription) {
		const [from, until] = [
			formatTime(Number(subscription.starts_at)),
			formatTime(Number(subscription.ends_at)),
		];
		printLine(`Тариф действует с ${from} до ${until}`);
	}
	return 0;
}

const timeOf = (time: number | null) => (time === null ? null : Number(time));

const LEDGER_KINDS: Record<LedgerTable["kind"], string> = {
	grant: "Открылся лимит",
	reserve: "Задан вопрос",
	settle: "Ответ получен",
	return: "Ответа не было, сообщение вернулось",
	correct: "Исправлено владельцем",
};
const MAX_LEDGER_ROWS = 200;

/** The subscriptions of an account, and its ledger. */
export async function showLedger(db: Db, accountId: string): Promise<number> {
	const { inForce, granted, used, reserved, left, until } = await readAllowance(db, accountId);
	printLine(
		`Тариф «${inForce.plan.title}»${inForce.until === null ? "" : ` до ${formatTime(inForce.until)}`}`,
	);
	printLine(
		`Лимит: ${granted}, использовано ${used}, пишутся ${reserved}, осталось ${left}; обновится ${formatTime(until)}`,
	);
	const rows = await db
		.selectFrom("ledger")
		.select(["at", "kind", "messages", "why", "reference"])
		.where("account_id", "=", accountId)
		.orderBy("at", "desc")
		// A grant comes before its first use at the same moment.
		.orderBy(sql`kind = 'grant'`)
		.limit(MAX_LEDGER_ROWS)
		.execute();
	const lines = rows
		.reverse()
		.map(({ at: when, kind, messages, why, reference }) => [
			formatTime(Number(when)),
			messages > 0 ? `+${messages}` : String(messages).replace("-", "−"),
			LEDGER_KINDS[kind] + (why ? `: ${why}` : ""),
			reference,
		]);
	for (const line of alignColumns([["Когда", "Сколько", "Что", "Ссылка"], ...lines])) printLine(line);
	return 0;
}
