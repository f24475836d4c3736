import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { FormPage } from "../confirm/form-page.tsx";
import type { AdminFormState, ProofNeeded } from "../confirm/form-state.ts";
import type { LoadedRenewal } from "./load-renewals.server.ts";

type StopPageProps = LoadedRenewal & { needed: ProofNeeded; state: AdminFormState | undefined };

/** The page that confirms that a renewal is turned off. */
export function StopPage({ renewal, needed, state }: StopPageProps) {
	const { t } = useTranslation("admin");
	const renewals = href("/admin/renewals");
	const card = `${renewals}?account=${renewal.accountId}`;
	const who = renewal.who ?? t("pay.deleted");
	return (
		<FormPage
			path={[
				[renewals, t("renewals.title")],
				[card, who],
			]}
			title={t("renewals.stop.title")}
			action={`${card}&do=stop`}
			button={{ label: t("renewals.stop.button"), pendingLabel: t("confirm.sending"), variant: "error" }}
			state={state}
			needed={needed}
		>
			<p>
				<b>{who}</b>{" "}
				<small>
					{t("renewals.agreedTo", {
						plan: renewal.plan,
						amount: renewal.amount,
						days: t("pay.days", { count: renewal.days }),
					})}
				</small>
			</p>
			<p>{t("renewals.stop.text", { until: renewal.paidUntil })}</p>
			{(renewal.status === "charging" || renewal.status === "stuck") && <p>{t("renewals.stop.charging")}</p>}
		</FormPage>
	);
}
