import { data, href, type RouterContextProvider, redirect } from "react-router";
import { clientOf } from "../../../accounts/http/client.server.ts";
import { signedIn } from "../../../accounts/http/guards.server.ts";
import { isTakenOff } from "../../../billing/plans/plans.server.ts";
import { CHOOSE } from "../../../billing/refunds/refundable.server.ts";
import { getI18n } from "../../../i18n/middleware.server.ts";
import { config } from "../../../platform/config.server.ts";
import { notFound, PRIVATE } from "../../../platform/http/http.server.ts";
import { loadCheckout } from "./load-checkout.server.ts";
import { loadMessages } from "./load-messages.server.ts";
import { loadOverview } from "./load-overview.server.ts";
import { loadPurchase } from "./load-purchase.server.ts";
import { loadRefund, loadRefundChoice } from "./load-refund.server.ts";

/** The data of the view that the address selects: a checkout, one payment, a refund, the choice of one, or the overview. */
export async function loadPayment(request: Request, context: Readonly<RouterContextProvider>) {
	const account = signedIn(context);
	const { pathname, search, searchParams: params } = new URL(request.url);
	const t = getI18n(context).getFixedT("ru", "payment");
	const now = Date.now();
	const [plan, more, show, refund] = ["plan", "more", "show", "refund"].map((name) => params.get(name));
	const asked = () => {
		if (plan) {
			const typed = params.get("promo");
			const promo = typed ? { typed, client: clientOf(request, context) } : null;
			return loadCheckout(account, plan, promo, t, now);
		}
		if (more) return loadMessages(account, more, t, now);
		if (show) return loadPurchase(account.id, show, t, now);
		if (refund === CHOOSE) return loadRefundChoice(account.id, t, now);
		if (refund) return loadRefund(account.id, refund, t, now);
		return loadOverview(account, params, t, now);
	};
	const screen = await asked();
	// Nothing of this key is on sale: the overview shows what is.
	const wanted = plan || more;
	if (!screen && wanted) throw redirect(href("/payment") + (isTakenOff(wanted) ? "?did=gone" : ""));
	if (!screen) return notFound(pathname + search);
	return data({ screen, sandbox: config.payments === "sandbox" }, { headers: PRIVATE });
}
