import { useTranslation } from "react-i18next";
import { Banner } from "../../../ui/banner.tsx";
import { PayNote } from "../checkout/pay-note.tsx";
import type { PaymentFormState } from "../checkout/payment-form.ts";
import { PlanChoice } from "../checkout/plan-choice.tsx";
import { PaymentProblem } from "../checkout/problem.tsx";
import { TestMode } from "../checkout/test-mode.tsx";
import type { LoadedOverview } from "../load/load-overview.server.ts";
import { Activation } from "./activation.tsx";
import { CurrentPlan } from "./current-plan.tsx";
import { History } from "./history.tsx";
import { MoreMessages } from "./more-messages.tsx";
import { Renewal } from "./renewal.tsx";

type OverviewProps = {
	screen: LoadedOverview;
	sandbox: boolean;
	/** The state of a payment form that was sent without the query of its page. */
	state: PaymentFormState | undefined;
};

export function Overview({ screen, sandbox, state }: OverviewProps) {
	const { t } = useTranslation("payment");
	const { current, use, renewal, refundable, plans, shared, saving, icons, packages } = screen;
	const { activation, notSold, history } = screen;
	return (
		<main id="main" className="page-wrap payment" tabIndex={-1}>
			<div className="payment-head">
				<h1>{t("title")}</h1>
				{sandbox && <TestMode />}
			</div>
			<PaymentProblem state={state} />
			{screen.isGone && (
				<Banner tone="warning" className="payment-problem">
					{t("gone")}
				</Banner>
			)}
			{activation.isDone && (
				<Banner tone="success" className="payment-problem">
					{t("activation.done", { title: current.title, text: current.text })}
				</Banner>
			)}
			<CurrentPlan current={current} use={use} refundable={refundable} />
			{renewal && <Renewal renewal={renewal} />}
			<PlanChoice plans={plans} shared={shared} current={current} saving={saving} icons={icons} />
			<MoreMessages packages={packages} />
			{activation.isShown && <Activation hasBills={activation.hasBills} state={state} />}
			<PayNote notSold={notSold} />
			<History history={history} />
		</main>
	);
}
