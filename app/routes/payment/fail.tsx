import { useTranslation } from "react-i18next";
import { data, href, redirect } from "react-router";
import { requireAccount, signedIn } from "../../accounts/http/guards.server.ts";
import { type Purchase, readPurchase } from "../../billing/payments/purchases.server.ts";
import { refusalGroup } from "../../billing/payments/refusal.server.ts";
import texts from "../../i18n/ru/payment-outcomes.ts";
import { Outcome } from "../../layouts/auth/outcome.tsx";
import { config } from "../../platform/config.server.ts";
import { db } from "../../platform/db/service.server.ts";
import { PRIVATE, routeHeaders } from "../../platform/http/http.server.ts";
import type { PageHandle } from "../../shell/page/page-handle.ts";
import { pageTitle } from "../../shell/page/page-title.ts";
import { Banner } from "../../ui/banner.tsx";
import type { Route } from "./+types/fail";
import { onSale } from "./load/availability.server.ts";
import { OutcomePage } from "./outcome/outcome-page.tsx";

export const handle = { page: "static" } satisfies PageHandle;
export const middleware: Route.MiddlewareFunction[] = [requireAccount];
export const headers = routeHeaders;
export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
	pageTitle(matches, loaderData?.refusal ? texts.refusal.title : texts.fail.title);

export async function loader({ request, context }: Route.LoaderArgs) {
	const id = new URL(request.url).searchParams.get("payment") ?? "";
	const purchase = await readPurchase(db(), signedIn(context).id, id);
	// Only a failed payment is described here; others have their own pages.
	const failed = purchase?.state === "canceled" || purchase?.state === "expired";
	if (purchase && !failed) throw redirect(`${href("/payment/success")}?payment=${id}`);
	const answer = {
		sandbox: config.payments === "sandbox",
		refusal: purchase ? whyFailed(purchase) : null,
		/** The plan, to try again; the linked page chooses a new id. */
		retryPlan: purchase && onSale(purchase.plan.key) ? purchase.plan.key : null,
	};
	return data(answer, { headers: PRIVATE });
}

const whyFailed = ({ state, reason }: Purchase) =>
	state === "expired" ? ("expired" as const) : refusalGroup(reason);

/** Why a payment failed and what to do. Opened directly it describes payments in general and claims nothing. */
export default function PaymentFail({ loaderData: { sandbox, refusal, retryPlan } }: Route.ComponentProps) {
	const { t } = useTranslation("paymentOutcomes");
	return (
		<OutcomePage sandbox={sandbox}>
			<Outcome
				icon="credit-card-off-outline"
				tone="error"
				title={refusal ? t("refusal.title") : t("fail.title")}
				text={refusal ? t(`refusal.${refusal}.text`) : t("fail.text")}
				main={{
					to: retryPlan ? `${href("/payment")}?plan=${retryPlan}` : href("/payment"),
					text: retryPlan ? t("refusal.retry") : t("fail.toPayment"),
				}}
				other={{ to: href("/chat"), text: t("fail.toChat") }}
			>
				<Banner tone="warning" icon="lightbulb-on-outline" className="mb-4">
					{refusal ? t(`refusal.${refusal}.advice`) : t("fail.advice")}
				</Banner>
			</Outcome>
		</OutcomePage>
	);
}
