import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { requireAccount } from "../../accounts/guards.server.ts";
import { yearSaving } from "../../billing/plan.ts";
import { planView } from "../../billing/plan-view.server.ts";
import { freePlan, plans } from "../../billing/plans.server.ts";
import { getI18n } from "../../i18n/middleware.server.ts";
import words from "../../i18n/ru/payment.ts";
import type { PageHandle } from "../../page-handle.ts";
import { pageTitle } from "../../page-title.ts";
import type { Route } from "./+types/index";
import { CurrentPlan } from "./current-plan.tsx";
import { History } from "./history.tsx";
import { PlanChoice } from "./plan-choice.tsx";
import "./payment.css";

export const handle = { page: "application" } satisfies PageHandle;
export const middleware: Route.MiddlewareFunction[] = [requireAccount];
export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, words.title);

export function loader({ context }: Route.LoaderArgs) {
	const t = getI18n(context).getFixedT("ru", "payment");
	return {
		current: planView(freePlan, t),
		plans: plans.map((plan) => planView(plan, t)),
		saving: yearSaving(plans),
	};
}

export default function Payment({ loaderData: { current, plans, saving } }: Route.ComponentProps) {
	const { t } = useTranslation("payment");
	return (
		<main id="main" className="page-wrap payment" tabIndex={-1}>
			<h1>{t("title")}</h1>
			<CurrentPlan plan={current} />
			<PlanChoice plans={plans} current={current.key} saving={saving} />
			<p className="payment-note">
				<span>{t("notYet")}</span>
				<a className="link" href={href("/oferta")}>
					{t("terms")}
				</a>
			</p>
			<History />
		</main>
	);
}
