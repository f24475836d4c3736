import { randomUUID } from "node:crypto";
import { createInterface } from "node:readline/promises";
import { CONSOLE } from "../../app/accounts/staff/journal.server.ts";
import type { PaymentContext } from "../../app/billing/payments/payment-context.server.ts";
import { settlePayment } from "../../app/billing/payments/settle-payment.server.ts";
import { plans } from "../../app/billing/plans/plans.server.ts";
import type { Refundable } from "../../app/billing/plans/subscriptions.server.ts";
import { otherPlanAfter, previewRefund } from "../../app/billing/refunds/refundable.server.ts";
import { rubles } from "../../app/billing/rubles.server.ts";
import { correctAsStaff } from "../../app/billing/staff/correct-as-staff.server.ts";
import { grantAsStaff } from "../../app/billing/staff/grant-as-staff.server.ts";
import { refundAsStaff } from "../../app/billing/staff/refund-as-staff.server.ts";
import { stopRenewalAsStaff } from "../../app/billing/staff/stop-renewal-as-staff.server.ts";
import type { Db } from "../../app/platform/db/connection.server.ts";
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
	refused: "Платёжная система отказала. Тариф и его срок, если они были, возвращены человеку.",
	"nothing-to-refund": "Возвращать нечего: платёж не оплачен, уже возвращён или его время вышло.",
	"under-way": "Возврат этого платежа уже идёт.",
	"id-taken": "Возврат с таким идентификатором уже есть.",
	"no-such-purchase": "Этот платёж приняла другая платёжная система, сейчас она не подключена.",
	/** The console may do everything. */
	forbidden: "Прав на возврат нет.",
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
	const preview = purchase.state === "paid" ? await previewRefund(db, purchase, Date.now()) : undefined;
	if (!preview) {
		printLine(REFUNDED["nothing-to-refund"]);
		return 1;
	}
	printLine(`К возврату ${rubles(preview.amount)}, ${restText(purchase, preview)}.`);
	if (!yes && !process.stdin.isTTY) {
		printLine("Подтвердите: добавьте --yes.");
		return 2;
	}
	if (!yes && !(await isSure())) {
		printLine("Ничего не сделано.");
		return 1;
	}
	const asked = { purchaseId: id, refundId: randomUUID(), reason: "" };
	const { outcome } = await refundAsStaff(db, paymentContext, asked, CONSOLE);
	printLine(REFUNDED[outcome]);
	return outcome === "done" || outcome === "waiting" || outcome === "checking" ? 0 : 1;
}

/** What the refund leaves. */
function restText(
	{ messages, plan_key }: { messages: number | null; plan_key: string },
	preview: Refundable,
): string {
	if (preview.takes === 0) return "за эти деньги ничего не подключалось";
	if (messages !== null) return "неизрасходованные сообщения исчезнут";
	const { remainsUntil } = preview;
	if (remainsUntil === null) return "тариф закончится сразу";
	const until = formatTime(remainsUntil);
	const other = otherPlanAfter(preview, plan_key);
	return other ? `дальше действует «${other.title}», до ${until}` : `тариф останется до ${until}`;
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
	const plan = plans().find(({ key, days }) => key === planKey && days !== null);
	if (!plan) {
		const keys = plans()
			.filter(({ days }) => days !== null)
			.map(({ key }) => key);
		printLine(`Тарифа «${planKey}» нет. Есть: ${keys.join(", ")}.`);
		return 1;
	}
	const asked = { accountId: id, grantId: randomUUID(), plan, reason: why };
	const granted = await grantAsStaff(db, asked, CONSOLE);
	if (granted.outcome !== "done") {
		printLine("Аккаунт удалён, тариф дать некому.");
		return 1;
	}
	printLine(`У ${email ?? id} тариф «${plan.title}» до ${formatTime(granted.value.until)}.`);
	return 0;
}

export async function correct(
	db: Db,
	{ id, email }: AccountRef,
	messages: number,
	why: string,
): Promise<number> {
	const asked = { accountId: id, messages, reference: randomUUID(), reason: why };
	const corrected = await correctAsStaff(db, asked, CONSOLE);
	if (corrected.outcome !== "done") {
		printLine(`Лимит ${email ?? id} не изменён: аккаунт удалён или убавлять нечего.`);
		return 1;
	}
	const by = corrected.value;
	const less = by === messages ? "" : " (больше не осталось)";
	printLine(`Лимит ${email ?? id} изменён на ${by > 0 ? "+" : ""}${by}${less}.`);
	return 0;
}

/** @param mail null: payments are off, and nobody is written to */
export async function stopRenewal(
	db: Db,
	mail: PaymentContext | null,
	{ id, email }: AccountRef,
	why: string,
): Promise<number> {
	const stopped = await stopRenewalAsStaff(db, mail, { accountId: id, reason: why }, CONSOLE);
	if (stopped.outcome !== "done") {
		printLine(`У ${email ?? id} автопродление не включено.`);
		return 1;
	}
	printLine(`Автопродление тарифа «${stopped.value.plan}» у ${email ?? id} выключено.`);
	if (stopped.value.charging)
		printLine("Одно списание уже отправлено в банк. Если оно пройдёт, деньги вернутся полностью.");
	return 0;
}
