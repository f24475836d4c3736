import { useTranslation } from "react-i18next";
import { requireAccount } from "../../accounts/http/guards.server.ts";
import texts from "../../i18n/ru/payment.ts";
import { addScreenTexts } from "../../i18n/screen-texts.ts";
import { routeHeaders } from "../../platform/http/http.server.ts";
import type { PageHandle } from "../../shell/page/page-handle.ts";
import { pageTitle } from "../../shell/page/page-title.ts";
import type { Route } from "./+types/card";
import { DealForm } from "./checkout/deal-form.tsx";
import { DealPage } from "./checkout/deal-page.tsx";
import { PaymentProblem } from "./checkout/problem.tsx";
import { RenewalBox } from "./checkout/renewal-box.tsx";
import { Facts } from "./facts.tsx";
import { loadCard } from "./load/load-card.server.ts";
import { changeCard } from "./renewal-actions.server.ts";
import "./payment.css";

addScreenTexts("payment", texts);

export const handle = { page: "hydrated" } satisfies PageHandle;
export const middleware: Route.MiddlewareFunction[] = [requireAccount];
export const headers = routeHeaders;
export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, texts.newCard.title);

export const loader = ({ context }: Route.LoaderArgs) => loadCard(context);

export const action = ({ request, context }: Route.ActionArgs) => changeCard(request, context);

/** Another card for the renewal, given by paying for the next period. */
export default function NewCard({ loaderData: { screen, sandbox }, actionData }: Route.ComponentProps) {
	const { t } = useTranslation("payment");
	const { plan, sum, until, next, replaces, planKey, paymentId, receiptEmail, offerVersion, offer } = screen;
	const unticked = actionData?.problem === "unticked";
	return (
		<DealPage title={t("newCard.title")} sandbox={sandbox} back={t("newCard.cancel")}>
			<PaymentProblem state={unticked ? undefined : actionData} />
			<p className="deal-text">
				{t("newCard.text")} {replaces}
			</p>
			<Facts
				facts={[
					[t("newCard.plan"), plan],
					[t("newCard.until"), until],
					[t("newCard.next"), next],
					[t("newCard.sum"), <b key="sum">{sum}</b>],
				]}
			/>
			<DealForm
				intent="pay"
				page="/payment/card"
				fields={{ planKey, paymentId, receiptEmail, offerVersion }}
				button={{ variant: "primary", label: t("newCard.go"), pending: t("checkout.paying") }}
			>
				<RenewalBox
					offer={offer}
					ticked={actionData?.renew === true && actionData.problem !== "renewal"}
					notes={[]}
					error={unticked ? t("checkout.problems.unticked") : undefined}
				/>
			</DealForm>
		</DealPage>
	);
}
