import { randomUUID } from "node:crypto";
import type { TFunction } from "i18next";
import { data } from "react-router";
import { actorOf, type Staff } from "../../../accounts/http/staff-guards.server.ts";
import { accountSettings } from "../../../accounts/services.server.ts";
import { noteInJournal } from "../../../accounts/staff/journal.server.ts";
import { throttleAll, throttles } from "../../../accounts/throttle.server.ts";
import { decideSandboxPayment } from "../../../billing/gateways/sandbox.server.ts";
import { settlePayment } from "../../../billing/payments/settle-payment.server.ts";
import { startPayment } from "../../../billing/payments/start-payment.server.ts";
import { plansOnOffer } from "../../../billing/plans/plans.server.ts";
import { paymentContext } from "../../../billing/services.server.ts";
import { chatServices } from "../../../chat/services.server.ts";
import { askYookassa } from "../../../doctor/check-outside.server.ts";
import { broken, type Finding, fine, note } from "../../../doctor/finding.server.ts";
import { sendTestEmail } from "../../../doctor/send-test-email.server.ts";
import { tryAnswer } from "../../../doctor/try-models.server.ts";
import { getI18n } from "../../../i18n/middleware.server.ts";
import { mailer } from "../../../mail/service.server.ts";
import { appName } from "../../../operator/look/look-in-force.server.ts";
import { config } from "../../../platform/config.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import type { RouteArgs } from "../../../platform/http/context.server.ts";
import { notFound, PRIVATE } from "../../../platform/http/http.server.ts";

/** So long somebody waits for a page. */
const ANSWER_LIMIT_MS = 20_000;

/** The trials of the first steps: each is an entry of the journal with its outcome. */
const TRIES = { email: "email-tried", answer: "answer-tried", payment: "payment-tried" } as const;
export type Try = keyof typeof TRIES;

/** Tries what the form names, and answers with what came of it: 200 where it went well, 422 where not. */
export async function tryIt(staff: Staff, form: FormData, asked: RouteArgs) {
	const intent = String(form.get("intent"));
	if (!Object.hasOwn(TRIES, intent)) {
		const { pathname, search } = new URL(asked.request.url);
		return notFound(pathname + search);
	}
	const what = intent as Try;
	const t = getI18n(asked.context).getFixedT("ru", "admin");
	const counted = await throttleAll(db(), throttles.trial(accountSettings().secret, staff.id), Date.now());
	if (!counted.allowed) return result(what, [broken(t("start.results.tooMany"))], 429);
	const findings = await (what === "payment"
		? tryPayment(staff, t)
		: what === "email"
			? tryEmail(staff)
			: tryModel(t));
	const isWell = findings.every(({ level }) => level !== "broken");
	const after = findings.map(({ text }) => text).join("; ");
	await noteInJournal(db(), actorOf(staff, asked), { act: TRIES[what], accountId: null, after });
	return result(what, findings, isWell ? 200 : 422);
}

const result = (what: Try, findings: Finding[], status: number) =>
	data({ what, findings }, { status, headers: PRIVATE });

/** To the operator's own address, past the queue: what the mail server says is known at once. */
const tryEmail = ({ email }: Staff) =>
	sendTestEmail({ ...config, appName: appName() }, mailer().transport, email);

/** One short question to the model of a new chat. */
async function tryModel(t: TFunction<"admin">): Promise<Finding[]> {
	const { source, models } = chatServices().catalogue;
	const [model] = models;
	if (source === "faq" || !model) return [note(t("start.results.noModel"))];
	return [await tryAnswer(model, ANSWER_LIMIT_MS)];
}

/** In the sandbox a whole payment on the operator's own account; at ЮKassa the keys only, since its money is real. */
async function tryPayment(staff: Staff, t: TFunction<"admin">): Promise<Finding[]> {
	const context = paymentContext();
	if (!context) return [note(t("start.results.off"))];
	if (context.gateway.name !== "sandbox")
		return config.yookassa ? (await askYookassa(config.yookassa, config)).findings : [];
	const plan = plansOnOffer().find(({ price }) => price > 0);
	if (!plan) return [note(t("start.results.noPlans"))];
	const purchaseId = randomUUID();
	const bought = { purchaseId, plan, receiptEmail: staff.email, offerVersion: null };
	const { outcome } = await startPayment(db(), context, staff.id, bought);
	if (outcome !== "pay") return [broken(t("start.results.notPaid", { outcome }))];
	await decideSandboxPayment(db(), staff.id, purchaseId, "pay");
	const settled = await settlePayment(db(), context, purchaseId);
	return settled.outcome === "paid"
		? [fine(t("start.results.paid", { id: purchaseId, plan: plan.title }))]
		: [broken(t("start.results.notPaid", { outcome: settled.outcome }))];
}
