import { randomUUID } from "node:crypto";
import { createInterface } from "node:readline/promises";
import type { PaymentContext } from "../../app/billing/payments/payment-context.server.ts";
import { settlePayment } from "../../app/billing/payments/settle-payment.server.ts";
import { plans } from "../../app/billing/plans/plans.server.ts";
import { grantSubscription, previewRefundOf } from "../../app/billing/plans/subscriptions.server.ts";
import { correctAllowance } from "../../app/billing/quota/allowance.server.ts";
import { requestRefund } from "../../app/billing/refunds/refund-purchase.server.ts";
import { rubles } from "../../app/billing/rubles.server.ts";
import type { Db } from "../../app/platform/db/connection.server.ts";
import { lockRow } from "../../app/platform/db/lock-row.server.ts";
import { transact } from "../../app/platform/db/transact.server.ts";
import { formatTime, printLine } from "../console/terminal-output.ts";

type AccountRef = { id: string; email: string | null };

const SETTLED = {
	paid: "Оплачен.",
	refunded: "Деньги возвращены.",
	waiting: "Ещё не оплачен.",
	canceled: "Не оплачен: отклонён.",
	expired: "Не оплачен: время вышло.",
	checking: "Платёжная система не ответила определённо, сервер спросит ещё раз.",
	"no-such-purchase": "Такого платежа нет.",
};

export async function settle(db: Db, paymentContext: PaymentContext, id: string): Promise<number> {
	const { outcome } = await settlePayment(db, paymentContext, id);
	printLine(SETTLED[outcome]);
	return outcome === "no-such-purchase" || outcome === "checking" ? 1 : 0;
}

const REFUNDED = {
	done: "Деньги возвращены.",
	waiting: "Возврат принят, платёжная система его проводит. Сервер проследит и напишет человеку.",
	checking: "Платёжная система не ответила определённо. Сервер спросит ещё раз и напишет человеку.",
	refused: "Платёжная система отказала. Тариф и его срок возвращены человеку.",
	"nothing-to-refund": "Возвращать нечего: платёж не оплачен, уже возвращён или его время вышло.",
	"under-way": "Возврат этого платежа уже идёт.",
	"id-taken": "Возврат с таким идентификатором уже есть.",
	"no-such-purchase": "Этот платёж приняла другая платёжная система, сейчас она не подключена.",
};

export async function refund(
	db: Db,
	paymentContext: PaymentContext,
	id: string,
	yes: boolean,
): Promise<number> {
	const purchase = await db.selectFrom("purchases").selectAll().where("id", "=", id).executeTakeFirst();
	if (!purchase) {
		printLine(`Платежа «${id}» нет.`);
		return 1;
	}
	const preview = purchase.state === "paid" ? await previewRefundOf(db, purchase) : undefined;
	if (!preview) {
		printLine(REFUNDED["nothing-to-refund"]);
		return 1;
	}
	const rest =
		preview.remainsUntil === null
			? "тариф закончится сразу"
			: `тариф останется до ${formatTime(preview.remainsUntil)}`;
	printLine(`К возврату ${rubles(preview.amount)}, ${rest}.`);
	if (!yes && !process.stdin.isTTY) {
		printLine("Подтвердите: добавьте --yes.");
		return 2;
	}
	if (!yes && !(await isSure())) {
		printLine("Ничего не сделано.");
		return 1;
	}
	const asked = { purchaseId: id, refundId: randomUUID() };
	const { outcome } = await requestRefund(db, paymentContext, purchase.account_id, asked);
	printLine(REFUNDED[outcome]);
	return outcome === "done" || outcome === "waiting" || outcome === "checking" ? 0 : 1;
}

async function isSure(): Promise<boolean> {
	const terminal = createInterface({ input: process.stdin, output: process.stdout });
	const answer = await terminal.question("Вернуть? да/нет: ");
	terminal.close();
	return /^(да|д|yes|y)$/i.test(answer.trim());
}

export async function grant(
	db: Db,
	{ id, email }: AccountRef,
	planKey: string,
	why: string,
): Promise<number> {
	const plan = plans.find(({ key, days }) => key === planKey && days !== null);
	if (!plan) {
		const keys = plans.filter(({ days }) => days !== null).map(({ key }) => key);
		printLine(`Тарифа «${planKey}» нет. Есть: ${keys.join(", ")}.`);
		return 1;
	}
	const { until } = await transact(db, async (trx) => {
		await lockRow(trx, "accounts", id);
		return grantSubscription(trx, id, { plan, purchaseId: null, why });
	});
	printLine(`У ${email ?? id} тариф «${plan.title}» до ${formatTime(until)}.`);
	return 0;
}

export async function correct(
	db: Db,
	{ id, email }: AccountRef,
	messages: number,
	why: string,
): Promise<number> {
	const by = await transact(db, (trx) =>
		correctAllowance(trx, id, { messages, reference: randomUUID(), why }),
	);
	const less = by === messages ? "" : " (больше не осталось)";
	printLine(`Лимит ${email ?? id} изменён на ${by > 0 ? "+" : ""}${by}${less}.`);
	return 0;
}
