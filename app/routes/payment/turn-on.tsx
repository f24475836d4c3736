import { useTranslation } from "react-i18next";
import { requireAccount } from "../../accounts/http/guards.server.ts";
import texts from "../../i18n/ru/payment.ts";
import { addScreenTexts } from "../../i18n/screen-texts.ts";
import { routeHeaders } from "../../platform/http/http.server.ts";
import type { PageHandle } from "../../shell/page/page-handle.ts";
import { pageTitle } from "../../shell/page/page-title.ts";
import type { Route } from "./+types/turn-on";
import { DealForm } from "./checkout/deal-form.tsx";
import { DealPage } from "./checkout/deal-page.tsx";
import { PaymentProblem } from "./checkout/problem.tsx";
import { RenewalBox } from "./checkout/renewal-box.tsx";
import { Facts } from "./facts.tsx";
import { loadTurnOn } from "./load/load-turn-on.server.ts";
import { turnOn } from "./renewal-actions.server.ts";
import "./payment.css";

addScreenTexts("payment", texts);

export const handle = { page: "hydrated" } satisfies PageHandle;
export const middleware: Route.MiddlewareFunction[] = [requireAccount];
export const headers = routeHeaders;
export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
	pageTitle(matches, loaderData?.screen.title ?? texts.turnOn.title);

export const loader = ({ request, context }: Route.LoaderArgs) => loadTurnOn(request, context);

export const action = ({ request, context }: Route.ActionArgs) => turnOn(request, context);

/** «Включить снова», or a cheaper plan that follows: the consent, for the card that is saved; nothing is paid now. */
export default function TurnOn({ loaderData: { screen, sandbox }, actionData }: Route.ComponentProps) {
	const { t } = useTranslation("payment");
	const { title, query, follows, plan, day, gap, told, card, offerVersion, offer } = screen;
	const unticked = actionData?.problem === "unticked";
	return (
		<DealPage title={title} sandbox={sandbox} back={t("turnOn.cancel")}>
			<PaymentProblem state={unticked ? undefined : actionData} />
			<Facts
				facts={[
					[t("turnOn.plan"), plan],
					[t("turnOn.first"), day],
					[t("turnOn.card"), card],
					[t("turnOn.now"), <b key="now">{t("turnOn.nothing")}</b>],
				]}
			/>
			{gap && <p className="deal-text">{gap}</p>}
			{follows && <p className="deal-text">{follows}</p>}
			<DealForm
				intent="turn-on"
				page="/payment/renewal"
				query={query}
				fields={{ offerVersion }}
				button={{ variant: "primary", label: t("turnOn.go"), pending: t("turnOn.going") }}
			>
				<RenewalBox
					offer={offer}
					ticked={false}
					notes={[{ icon: "email-fast-outline", text: told }]}
					error={unticked ? t("checkout.problems.unticked") : undefined}
				/>
			</DealForm>
		</DealPage>
	);
}
