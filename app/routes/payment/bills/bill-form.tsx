import { Trans, useTranslation } from "react-i18next";
import { href } from "react-router";
import { TextLink } from "../../../layouts/auth/text-link.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { TextField } from "../../../ui/field.tsx";
import { Select } from "../../../ui/select.tsx";
import type { BillFormState } from "./bill-actions.server.ts";
import type { LoadedBillForm } from "./load-bills.server.ts";

type BillFormProps = LoadedBillForm & { state: BillFormState | undefined };

/** The form of a new bill. */
export function BillForm({ billId, plans, most, offerDate, offerVersion, state }: BillFormProps) {
	const { t } = useTranslation("bills");
	const values = state?.values;
	const problem = (name: keyof NonNullable<BillFormState["errors"]>) => {
		const code = state?.errors?.[name];
		return code && t(`problems.${code}`, { most });
	};
	return (
		<Card className="bills-form">
			<h1 className="card-title">{t("form.title")}</h1>
			{state && (
				<Banner tone="error">
					{t(`problems.${state.problem ?? "title"}`, { minutes: state.minutes ?? 1 })}
				</Banner>
			)}
			<form method="post" action={`${href("/payment/bills")}?do=new`} noValidate>
				<input type="hidden" name="billId" value={billId} />
				<input type="hidden" name="offerVersion" value={offerVersion} />
				<TextField
					name="inn"
					label={t("form.inn")}
					help={t("form.innHelp")}
					defaultValue={values?.inn}
					error={problem("inn")}
					inputMode="numeric"
					autoComplete="off"
					maxLength={20}
					required
				/>
				<TextField
					name="kpp"
					label={t("form.kpp")}
					help={t("form.kppHelp")}
					defaultValue={values?.kpp}
					error={problem("kpp")}
					autoComplete="off"
					maxLength={20}
				/>
				<TextField
					name="organisation"
					label={t("form.organisation")}
					help={t("form.organisationHelp")}
					defaultValue={values?.organisation}
					error={problem("organisation")}
					autoComplete="organization"
					maxLength={200}
					required
				/>
				<Select
					name="planKey"
					label={t("form.plan")}
					defaultValue={values?.planKey}
					error={problem("planKey")}
				>
					{plans.map(({ key, ...plan }) => (
						<option key={key} value={key}>
							{t("form.planOf", plan)}
						</option>
					))}
				</Select>
				<TextField
					name="seats"
					label={t("form.seats")}
					help={t("form.seatsHelp", { most })}
					defaultValue={values?.seats}
					error={problem("seats")}
					inputMode="numeric"
					autoComplete="off"
					maxLength={3}
					required
				/>
				<p className="bills-note">
					<Trans
						t={t}
						i18nKey="form.offer"
						values={{ date: offerDate }}
						components={{ to: <TextLink href={href("/oferta")} beside /> }}
					/>
				</p>
				<Button variant="primary" size="lg" block pendingLabel={t("making")}>
					{t("new")}
				</Button>
			</form>
			<LinkButton to={href("/payment/bills")} variant="text" block>
				{t("all")}
			</LinkButton>
		</Card>
	);
}
