import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { FormPage } from "../confirm/form-page.tsx";
import type { AdminFormState, ProofNeeded } from "../confirm/form-state.ts";
import type { BillAct } from "./change-bills.server.ts";
import type { LoadedBill } from "./load-bills.server.ts";

type ActPageProps = LoadedBill & { act: BillAct; needed: ProofNeeded; state: AdminFormState | undefined };

/** The page that confirms an act on a bill. */
export function ActPage({ act, bill, free, rest, needed, state }: ActPageProps) {
	const { t } = useTranslation("admin");
	const bills = href("/admin/bills");
	const card = `${bills}?bill=${bill.number}`;
	const values = {
		sum: act === "return" ? rest : bill.sum,
		organisation: bill.organisation,
		seats: bill.seats,
		free,
	};
	return (
		<FormPage
			path={[
				[bills, t("bills.title")],
				[card, t("bills.numbered", bill)],
			]}
			title={t(`bills.${act}.title`)}
			action={`${card}&do=${act}`}
			button={{
				label: t(`bills.${act}.button`, values),
				pendingLabel: t("confirm.sending"),
				variant: act === "paid" ? "primary" : "error",
			}}
			state={state}
			needed={needed}
			asksWhy={act !== "paid"}
		>
			<p>{t(`bills.${act}.text`, values)}</p>
		</FormPage>
	);
}
