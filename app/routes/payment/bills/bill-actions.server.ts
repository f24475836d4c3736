import { data, href, type RouterContextProvider } from "react-router";
import { signedIn } from "../../../accounts/http/guards.server.ts";
import { accountSettings } from "../../../accounts/services.server.ts";
import { throttleAll, throttles } from "../../../accounts/throttle.server.ts";
import { billSeller } from "../../../billing/bills/bill-seller.server.ts";
import { makeBill } from "../../../billing/bills/make-bill.server.ts";
import { cancelOwnBill } from "../../../billing/bills/own-bills.server.ts";
import {
	type BillFields,
	type BillProblems,
	readBillForm,
} from "../../../billing/bills/read-bill-form.server.ts";
import { currentVersion } from "../../../legal/legal-documents.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { setFlash } from "../../../platform/http/flash-cookie.server.ts";
import { PRIVATE } from "../../../platform/http/http.server.ts";
import { seeOther } from "../../../platform/http/see-other.server.ts";
import { plansForBills } from "../load/availability.server.ts";

type Context = Readonly<RouterContextProvider>;

/** A returned form: what is wrong, and what was typed. */
export type BillFormState = {
	values: BillFields;
	errors?: BillProblems;
	problem?: "offer" | "tooMany" | "tooManyOpen" | "stale";
	minutes?: number;
};

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Makes a bill of what the form says, and leads to it. */
export async function orderBill(form: FormData, context: Context) {
	const { id: accountId } = signedIn(context);
	const field = (name: string) => String(form.get(name) ?? "");
	const values = {
		inn: field("inn"),
		kpp: field("kpp"),
		organisation: field("organisation"),
		planKey: field("planKey"),
		seats: field("seats"),
	};
	const returned = (state: Omit<BillFormState, "values">, status = 400, headers = {}) =>
		data<BillFormState>({ values, ...state }, { status, headers: { ...PRIVATE, ...headers } });
	const read = readBillForm(values, plansForBills());
	if ("problems" in read) return returned({ errors: read.problems });
	const id = field("billId");
	const seller = billSeller();
	if (!seller || !UUID.test(id)) return returned({ problem: "stale" });
	const offerVersion = currentVersion("oferta");
	if ((field("offerVersion") || offerVersion) !== offerVersion) return returned({ problem: "offer" });
	const throttled = await throttleAll(db(), throttles.bill(accountSettings().secret, accountId), Date.now());
	if (!throttled.allowed) {
		const { retryAfterSeconds } = throttled;
		const minutes = Math.ceil(retryAfterSeconds / 60);
		return returned({ problem: "tooMany", minutes }, 429, { "Retry-After": String(retryAfterSeconds) });
	}
	const order = { ...read, id, seller, offerVersion };
	const made = await makeBill(db(), accountId, order);
	switch (made.outcome) {
		case "made":
			return seeOther(`${href("/payment/bills")}?bill=${made.bill.id}`);
		case "too-many-open":
			return returned({ problem: "tooManyOpen" }, 422);
		case "id-taken":
			return returned({ problem: "stale" }, 409);
	}
}

/** Cancels a bill of one's own. */
export async function cancelBill(id: string, context: Context) {
	const path = href("/payment/bills");
	const canceled = await cancelOwnBill(db(), signedIn(context).id, id);
	const to = `${path}?bill=${encodeURIComponent(id)}`;
	return canceled ? seeOther(to, await setFlash(path, "canceled")) : seeOther(to);
}
