import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { TextField } from "../../../ui/field.tsx";
import { Select } from "../../../ui/select.tsx";
import { SearchForm } from "../search-form.tsx";
import { type FilterFields, RECEIPTS, STATES } from "./filter-fields.ts";

/** The form above the list; its fields stand in the address of what it finds. */
export function PaymentsFilter({ fields }: { fields: FilterFields }) {
	const { t } = useTranslation("admin");
	return (
		<SearchForm action={href("/admin/payments")} label={t("pay.search")} value={fields.q}>
			<TextField
				name="from"
				type="date"
				label={t("pay.from")}
				defaultValue={fields.from}
				className="narrow"
			/>
			<TextField name="to" type="date" label={t("pay.to")} defaultValue={fields.to} className="narrow" />
			<Select name="by" label={t("pay.by")} defaultValue={fields.by} className="narrow">
				<option value="">{t("pay.byOrder")}</option>
				<option value="paid">{t("pay.byPayment")}</option>
			</Select>
			<Select name="state" label={t("pay.state")} defaultValue={fields.state} className="narrow">
				<option value="">{t("pay.anyState")}</option>
				{STATES.map((state) => (
					<option key={state} value={state}>
						{t(`pay.states.${state}`)}
					</option>
				))}
			</Select>
			<Select name="receipt" label={t("pay.receipt")} defaultValue={fields.receipt} className="narrow">
				<option value="">{t("pay.anyReceipt")}</option>
				{RECEIPTS.map((receipt) => (
					<option key={receipt} value={receipt}>
						{t(`pay.receipts.${receipt}`)}
					</option>
				))}
			</Select>
		</SearchForm>
	);
}
