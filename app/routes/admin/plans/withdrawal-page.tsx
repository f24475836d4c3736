import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { FormPage } from "../confirm/form-page.tsx";
import type { AdminFormState } from "../confirm/form-state.ts";
import type { LoadedWithdrawal } from "./load-plans.server.ts";

const PLANS = href("/admin/plans");

type WithdrawalPageProps = LoadedWithdrawal & { state: AdminFormState | undefined };

/** Withdraws the price that is announced for a plan. */
export function WithdrawalPage({
	planKey,
	title,
	days,
	price,
	next,
	source,
	needed,
	state,
}: WithdrawalPageProps) {
	const { t } = useTranslation("admin");
	const name =
		days === null ? title : t("grant.planDays", { plan: title, days: t("pay.days", { count: days }) });
	return (
		<FormPage
			path={[
				[PLANS, t("plans.title")],
				[`${PLANS}?do=plan&key=${planKey}`, name],
			]}
			title={t("plans.withdraw")}
			action={`${PLANS}?do=withdraw&key=${planKey}`}
			button={{ label: t("plans.withdraw"), pendingLabel: t("plans.saving") }}
			state={state}
			needed={needed}
			asksWhy={false}
		>
			<input type="hidden" name="revision" value={state?.values?.revision ?? source.revision} />
			<p>
				<b>{name}</b>
			</p>
			<p>{t("plans.withdrawText", { now: price, ...next })}</p>
		</FormPage>
	);
}
