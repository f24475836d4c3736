import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { FormPage } from "../confirm/form-page.tsx";
import type { AdminFormState } from "../confirm/form-state.ts";
import type { LoadedSale } from "./load-plans.server.ts";

const PLANS = href("/admin/plans");

type SalePageProps = LoadedSale & { act: "on" | "off"; state: AdminFormState | undefined };

/** Takes a plan or a package off sale, or puts it on sale again. */
export function SalePage({
	act,
	planKey,
	isPackage,
	title,
	days,
	holders,
	source,
	needed,
	state,
}: SalePageProps) {
	const { t } = useTranslation("admin");
	const name =
		isPackage || days === null
			? title
			: t("grant.planDays", { plan: title, days: t("pay.days", { count: days }) });
	const what = t(act === "off" ? "plans.takeOff" : "plans.putOn");
	const { people, renewals } = holders;
	return (
		<FormPage
			path={[
				[PLANS, t("plans.title")],
				[`${PLANS}?do=${isPackage ? "package" : "plan"}&key=${planKey}`, name],
			]}
			title={what}
			action={`${PLANS}?do=${act}&key=${planKey}`}
			button={{ label: what, pendingLabel: t("plans.saving") }}
			state={state}
			needed={needed}
			asksWhy={false}
		>
			<input type="hidden" name="revision" value={state?.values?.revision ?? source.revision} />
			<p>
				<b>{name}</b>
			</p>
			<p>
				{t(act === "off" ? "plans.offText" : "plans.onText")}{" "}
				{act === "off" && people > 0 && t("plans.peopleKeep", { count: people })}{" "}
				{act === "off" && renewals > 0 && t("plans.renewalsOff", { count: renewals })}
			</p>
		</FormPage>
	);
}
