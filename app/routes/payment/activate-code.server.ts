import { href, type RouterContextProvider, redirect } from "react-router";
import { clientOf } from "../../accounts/http/client.server.ts";
import { signedIn } from "../../accounts/http/guards.server.ts";
import { accountSettings } from "../../accounts/services.server.ts";
import { throttleAll, throttles, undoAttempts } from "../../accounts/throttle.server.ts";
import { activate } from "../../billing/bills/activate.server.ts";
import { getI18n } from "../../i18n/middleware.server.ts";
import { cutText } from "../../platform/cut-text.server.ts";
import { dayOf } from "../../platform/dates/dates.server.ts";
import { db } from "../../platform/db/service.server.ts";
import { badRequest, tooManyRequests } from "../../platform/http/http.server.ts";
import type { PaymentFormState } from "./checkout/payment-form.ts";

const LONGEST = 64;

/** Uses an activation code. Codes that nobody has made are throttled: nobody tries them out. */
export async function activateCode(
	request: Request,
	context: Readonly<RouterContextProvider>,
	typed: string,
) {
	const { id: accountId } = signedIn(context);
	const t = getI18n(context).getFixedT("ru", "payment");
	const returned = (problem: string): PaymentFormState => ({
		problem: null,
		receiptEmail: "",
		renew: false,
		activation: { typed: cutText(typed, LONGEST), problem },
	});
	if (typed.trim() === "") return badRequest(returned(t("activation.problems.empty")));
	const counts = throttles.activationCode(accountSettings().secret, accountId, clientOf(request, context));
	const attempt = await throttleAll(db(), counts, Date.now());
	if (!attempt.allowed) {
		const minutes = Math.ceil(attempt.retryAfterSeconds / 60);
		return tooManyRequests(
			returned(t("activation.problems.tooMany", { minutes })),
			attempt.retryAfterSeconds,
		);
	}
	const activated = await activate(db(), accountId, typed);
	if (activated.outcome !== "unknown") await undoAttempts(db(), counts);
	if (activated.outcome === "activated") throw redirect(`${href("/payment")}?did=activated`, 303);
	const day = "at" in activated ? dayOf(activated.at) : "";
	return badRequest(returned(t(`activation.problems.${activated.outcome}`, { day })));
}
