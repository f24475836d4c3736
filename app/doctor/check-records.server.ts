import { type ExpressionBuilder, sql } from "kysely";
import type { Db } from "../platform/db/connection.server.ts";
import { likely } from "../platform/db/likely.server.ts";
import type { Tables } from "../platform/db/tables.ts";
import { ageOf, broken, type Finding, masked, note, ROWS } from "./finding.server.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** A worker renews its lease each second, and another one takes up an answer without a worker within seconds. */
const ANSWER_SILENT_MS = 2 * MINUTE;
/** Without payment a purchase expires after two hours. */
const PAYMENT_OPEN_MS = 3 * HOUR;
const REFUND_OPEN_MS = DAY;
/** ЮKassa registers a receipt within minutes. */
const RECEIPT_OPEN_MS = HOUR;
const RECENT_MS = 30 * DAY;

/** Answers that nobody writes. @param now a time of the database's clock */
export async function checkAnswers(db: Db, now: number): Promise<Finding[]> {
	const rows = await db
		.selectFrom("answers")
		.select(["id", "attempts", "created_at", "pulse_at"])
		.where("state", "=", "writing")
		.where((eb) =>
			eb.or([
				eb("pulse_at", "<", now - ANSWER_SILENT_MS),
				eb.and([eb("pulse_at", "is", null), eb("created_at", "<", now - ANSWER_SILENT_MS)]),
			]),
		)
		.orderBy("created_at")
		.limit(ROWS)
		.execute();
	return rows.map(({ id, attempts, created_at }) =>
		broken(`Ответ ${id} пишется, но никем: попыток ${attempts}, начат ${ageOf(now - created_at)} назад`),
	);
}

/** Payments and refunds without an end, those without their receipt, and payments that the operator has to look at. */
export async function checkMoney(db: Db, now: number): Promise<Finding[]> {
	const open = await db
		.selectFrom("purchases")
		.select(["id", "gateway", "state", "checks", "created_at"])
		.where("state", "in", ["started", "waiting"])
		.where("created_at", "<", now - PAYMENT_OPEN_MS)
		.orderBy("created_at")
		.limit(ROWS)
		.execute();
	const doubtful = await doubtfulPayments(db, now);
	const refunds = await openRefunds(db, now);
	const receipts = await unsentReceipts(db, now);
	return [
		...open.map((row) =>
			broken(
				`Платёж ${row.id} (${row.gateway}) без конца: ${row.state}, спрошено ${row.checks} раз, начат ${ageOf(now - row.created_at)} назад`,
			),
		),
		...refunds.map((row) =>
			broken(
				Number(row.refusals) > 0
					? `Возврат ${row.id} платежа ${row.purchase_id} отклонён ${row.refusals} раз, повторяем раз в сутки: проверьте, хватает ли денег в кабинете`
					: `Возврат ${row.id} платежа ${row.purchase_id} без конца: ${row.state}, спрошено ${row.checks} раз, начат ${ageOf(now - row.created_at)} назад`,
			),
		),
		...doubtful.map((row) =>
			(row.reason === "mismatch" ? broken : note)(
				`Платёж ${row.id} (${row.gateway}) закончен с причиной ${row.reason}: проверьте его в кабинете`,
			),
		),
		...receipts.map(({ of, state, at }) =>
			broken(
				state === "pending"
					? `Чек ${of} не отправлен: касса оформляет его ${ageOf(now - at)}`
					: `Чек ${of} не отправлен: касса его не оформила, ${ageOf(now - at)} назад. Оформите его в её кабинете`,
			),
		),
	];
}

/**
 * How many refunds have no end, how many payments have none although nobody asks about them any more, how many did not fit
 * their order, and how many receipts were not sent; up to `ROWS` of each, of receipts for each of their states.
 */
export async function countMoney(
	db: Db,
	now: number,
): Promise<{ refunds: number; unsettled: number; doubtful: number; receipts: number }> {
	const [refunds, unsettled, doubtful, receipts] = await Promise.all([
		openRefunds(db, now),
		unsettledPayments(db, now),
		doubtfulPayments(db, now),
		unsentReceipts(db, now),
	]);
	return {
		refunds: refunds.length,
		unsettled: unsettled.length,
		doubtful: doubtful.filter(({ reason }) => reason === "mismatch").length,
		receipts: receipts.length,
	};
}

/** Payments whose end the gateway has not told in all the time in which it was asked. Their job has been given up. */
const unsettledPayments = (db: Db, now: number) =>
	db
		.selectFrom("purchases")
		.select("id")
		.where("state", "in", ["started", "waiting"])
		.where("created_at", "<", now - PAYMENT_OPEN_MS)
		.where("check_at", "is", null)
		.limit(ROWS)
		.execute();

// Literals below let the partial indexes match, without which a million payments are read.
const openRefunds = (db: Db, now: number) =>
	db
		.selectFrom("refunds")
		.select(["id", "purchase_id", "state", "checks", "created_at"])
		.select((eb) => refusalsOfNothing(eb).as("refusals"))
		.where(sql<boolean>`state in ('started', 'waiting')`)
		.where((eb) => eb.or([eb("created_at", "<", now - REFUND_OPEN_MS), eb(refusalsOfNothing(eb), ">", 0)]))
		.orderBy("created_at")
		.limit(ROWS)
		.execute();

/** How often a refund that takes nothing back was refused: it is made anew each time (`repeatRefused`). */
const refusalsOfNothing = (eb: ExpressionBuilder<Tables, "refunds">) =>
	eb
		.selectFrom("refunds as refused")
		.select(({ fn }) => fn.countAll<number | string>().as("count"))
		.whereRef("refused.purchase_id", "=", "refunds.purchase_id")
		.where("refused.state", "=", "refused")
		.where("refused.time_taken", "=", 0);

const doubtfulPayments = (db: Db, now: number) =>
	db
		.selectFrom("purchases")
		.select(["id", "gateway", "reason", "ended_at"])
		.where(likely(db, sql<boolean>`state = 'canceled'`))
		.where(sql<boolean>`reason in ('mismatch', 'test_payment', 'misconfigured')`)
		.where("ended_at", ">", now - RECENT_MS)
		.orderBy("ended_at", "desc")
		.limit(ROWS)
		.execute();

/** A receipt that nobody was sent. `of`: what it is a receipt of; `at`: when the money moved. */
type UnsentReceipt = { of: string; state: "pending" | "canceled"; at: number };

/** Receipts of the last month that the gateway has refused to register, or has not registered for too long. */
async function unsentReceipts(db: Db, now: number): Promise<UnsentReceipt[]> {
	const [refused, late, ofRefunds] = await Promise.all([
		receiptsOfPayments(db, "canceled", now).execute(),
		receiptsOfPayments(db, "pending", now)
			// Of one that was refunded since the gateway is not asked any more.
			.where(sql<boolean>`state <> 'refunded'`)
			.where("ended_at", "<", now - RECEIPT_OPEN_MS)
			.execute(),
		receiptsOfRefunds(db, now).execute(),
	]);
	return [
		...[...refused, ...late].map(({ id, receipt_state, ended_at }) => ({
			of: `платежа ${id}`,
			state: receipt_state,
			at: ended_at ?? now,
		})),
		...ofRefunds.map(({ id, purchase_id, receipt_state, ended_at }) => ({
			of: `возврата ${id} платежа ${purchase_id}`,
			state: receipt_state,
			at: ended_at ?? now,
		})),
	];
}

const receiptsOfPayments = (db: Db, state: UnsentReceipt["state"], now: number) =>
	db
		.selectFrom("purchases")
		.select(["id", "receipt_state", "ended_at"])
		.where("receipt_state", "=", state)
		// Says nothing new, but chooses the partial index, whose condition this is.
		.where(sql<boolean>`receipt_state in ('pending', 'canceled')`)
		.where("created_at", ">", now - RECENT_MS)
		.orderBy("created_at", "desc")
		.limit(ROWS)
		.$narrowType<{ receipt_state: UnsentReceipt["state"] }>();

const receiptsOfRefunds = (db: Db, now: number) =>
	db
		.selectFrom("refunds")
		.select(["id", "purchase_id", "receipt_state", "ended_at"])
		.where(likely(db, sql<boolean>`state = 'done'`))
		.where("ended_at", ">", now - RECENT_MS)
		.where((eb) =>
			eb.or([
				eb("receipt_state", "=", "canceled"),
				eb.and([eb("receipt_state", "=", "pending"), eb("ended_at", "<", now - RECEIPT_OPEN_MS)]),
			]),
		)
		.orderBy("ended_at", "desc")
		.limit(ROWS)
		.$narrowType<{ receipt_state: UnsentReceipt["state"] }>();

/** E-mails of the last month that a mail server has refused. Those that were given up are among the jobs. */
export async function checkEmails(db: Db, now: number): Promise<Finding[]> {
	const rows = await db
		.selectFrom("letters")
		.select(["kind", "recipient", "last_problem", "finished_at"])
		.where("state", "=", "refused")
		.where("finished_at", ">", now - RECENT_MS)
		.orderBy("finished_at", "desc")
		.limit(ROWS)
		.execute();
	return rows.map(({ kind, recipient, last_problem, finished_at }) =>
		note(
			`Письмо ${kind} для ${masked(recipient)} не принято: ${last_problem ?? "причина неизвестна"}, ${ageOf(now - (finished_at ?? now))} назад`,
		),
	);
}
