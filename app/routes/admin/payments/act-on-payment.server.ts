import { actorOf, refuse, type Staff } from "../../../accounts/http/staff-guards.server.ts";
import { noteInJournal } from "../../../accounts/staff/journal.server.ts";
import { mayDo } from "../../../accounts/staff/rights.ts";
import { settlePayment } from "../../../billing/payments/settle-payment.server.ts";
import { paymentContext } from "../../../billing/services.server.ts";
import { readStory } from "../../../billing/staff/read-story.server.ts";
import { LARGE_REFUND, refundAsStaff } from "../../../billing/staff/refund-as-staff.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import type { RouteArgs } from "../../../platform/http/context.server.ts";
import { notFound } from "../../../platform/http/http.server.ts";
import { seeDone } from "../confirm/done.server.ts";
import { prove, returned, sendCode, textOf } from "../confirm/prove.server.ts";
import { reasonOf } from "../confirm/reason.server.ts";
import { refundableOf } from "./load-payment.server.ts";

const PATH = "/admin/payments";

/** Back at the payment, with what has come of it. */
const done = (id: string, cause: string) => seeDone(`${PATH}?payment=${id}`, cause);

/** Asks the gateway about a payment that has not ended. */
export async function askGateway(staff: Staff, id: string, asked: RouteArgs) {
	const story = await readStory(db(), id);
	const context = paymentContext();
	if (!story) return notFound(new URL(asked.request.url).pathname);
	if (!context || context.gateway.name !== story.purchase.gateway)
		return returned({ problem: "other-gateway" }, 409);
	const { outcome } = await settlePayment(db(), context, id);
	const act = { act: "payment-asked", accountId: story.purchase.account_id } as const;
	await noteInJournal(db(), actorOf(staff, asked), { ...act, after: `${outcome}, ${id}` });
	return done(id, `asked-${outcome}`);
}

/** Returns the money of a payment, as its page has confirmed. */
export async function refundPayment(staff: Staff, id: string, form: FormData, asked: RouteArgs) {
	if (!mayDo(staff.role, "refunds")) return refuse(staff.role, asked.context);
	const story = await readStory(db(), id);
	if (!story) return notFound(new URL(asked.request.url).pathname);
	const context = paymentContext();
	if (!context || context.gateway.name !== story.purchase.gateway)
		return returned({ problem: "other-gateway" }, 409);
	const refundId = textOf(form, "requestId");
	const values = { reason: textOf(form, "reason"), requestId: refundId };
	const known = story.refunds.find((refund) => refund.id === refundId);
	const refundable = known ? undefined : await refundableOf(story.purchase);
	const amount = known?.amount ?? refundable?.refundable.amount;
	if (amount === undefined) return returned({ values, problem: "nothing-to-refund" }, 422);
	const isLarge = amount > LARGE_REFUND;
	if (form.get("intent") === "send-code") return sendCode(staff, values);
	const reason = reasonOf(form);
	if (reason === null) return returned({ values, errors: { reason: "reason-empty" } });
	const paid = Number(story.purchase.amount);
	if (!isAsRead(Number(textOf(form, "kopecks")), amount, paid))
		return returned({ values, problem: "amount-changed" }, 409);
	const unproved = await prove(staff, form, asked, values, isLarge);
	if (unproved) return unproved;
	const request = { purchaseId: id, refundId, reason };
	const { outcome } = await refundAsStaff(db(), context, request, actorOf(staff, asked));
	switch (outcome) {
		case "forbidden":
			return refuse(staff.role, asked.context);
		case "no-such-purchase":
			return returned({ values, problem: "other-gateway" }, 409);
		case "id-taken":
			// With another id the page can be sent again.
			return returned({ values: { reason }, problem: "check" }, 409);
		case "nothing-to-refund":
		case "under-way":
			return returned({ values, problem: outcome }, 422);
		default:
			return done(id, `refund-${outcome}`);
	}
}

/**
 * Whether the sum that was read still stands; all in kopecks. A rest falls with each minute that the page is open, so
 * that less of it is what was read; the whole sum is returned only where it was read, and no rest in place of it.
 */
const isAsRead = (read: number, amount: number, paid: number) =>
	read === amount || (read > amount && read < paid);
