import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { TextField } from "../../../ui/field.tsx";
import { Select } from "../../../ui/select.tsx";
import { Choices } from "../confirm/choices.tsx";
import { useFieldProblem } from "../confirm/confirm-fields.tsx";
import { FormPage } from "../confirm/form-page.tsx";
import type { AdminFormState, ProofNeeded } from "../confirm/form-state.ts";

type NewCodeProps = {
	plans: { key: string; title: string; days: number }[];
	/** The code where none is typed, chosen before the form is sent. */
	invented: string;
	needed: ProofNeeded;
	state: AdminFormState | undefined;
};

const KINDS = ["percent", "sum", "days"] as const;

/** The form of a new promo code. */
export function NewCodePage({ plans, invented, needed, state }: NewCodeProps) {
	const { t } = useTranslation("admin");
	const problem = useFieldProblem(state);
	const values = state?.values;
	const codes = href("/admin/codes");
	const kind = values?.kind || "percent";
	const chosen = values?.plans?.split(" ") ?? plans.map(({ key }) => key);
	return (
		<FormPage
			path={[[codes, t("codes.title")]]}
			title={t("codes.new.title")}
			action={`${codes}?do=new`}
			button={{ label: t("codes.new.button"), pendingLabel: t("confirm.sending") }}
			state={state}
			needed={needed}
			asksWhy={false}
		>
			<input type="hidden" name="invented" value={invented} />
			<TextField
				name="promoCode"
				label={t("codes.code")}
				help={t("codes.new.codeHelp")}
				defaultValue={values?.promoCode}
				error={problem("promoCode")}
				autoComplete="off"
				autoCapitalize="characters"
				spellCheck={false}
				maxLength={40}
			/>
			<Choices
				legend={t("codes.gives")}
				name="kind"
				options={KINDS.map((value) => ({
					value,
					label: t(`codes.kinds.${value}`),
					text: t(`codes.kindTexts.${value}`),
				}))}
				chosen={kind}
				problem={problem("kind")}
			/>
			<TextField
				name="value"
				label={t("codes.new.value")}
				defaultValue={values?.value}
				error={problem("value")}
				inputMode="decimal"
				autoComplete="off"
				maxLength={10}
				required
			/>
			<Select name="scope" label={t("codes.new.scope")} defaultValue={values?.scope || "first"}>
				<option value="first">{t("codes.new.first")}</option>
				<option value="any">{t("codes.new.any")}</option>
			</Select>
			<fieldset className="fset" aria-describedby={problem("plans") ? "plans-problem" : undefined}>
				<legend>{t("codes.new.plans")}</legend>
				{problem("plans") && (
					<p id="plans-problem" className="field-help">
						{problem("plans")}
					</p>
				)}
				<div className="checks">
					{plans.map(({ key, title, days }) => (
						<label key={key} className="check">
							<input
								type="checkbox"
								name="plans"
								value={key}
								defaultChecked={chosen.includes(key)}
								aria-invalid={problem("plans") ? true : undefined}
							/>
							<span>{t("grant.planDays", { plan: title, days: t("pay.days", { count: days }) })}</span>
						</label>
					))}
				</div>
			</fieldset>
			<TextField
				name="from"
				type="date"
				label={t("codes.new.from")}
				help={t("codes.new.fromHelp")}
				defaultValue={values?.from}
				error={problem("from")}
			/>
			<TextField
				name="to"
				type="date"
				label={t("codes.new.to")}
				help={t("codes.new.toHelp")}
				defaultValue={values?.to}
				error={problem("to")}
			/>
			<TextField
				name="uses"
				label={t("codes.new.uses")}
				help={t("codes.new.usesHelp")}
				defaultValue={values?.uses}
				error={problem("uses")}
				inputMode="numeric"
				autoComplete="off"
				maxLength={7}
			/>
			<p className="note">{t("codes.new.renewal")}</p>
		</FormPage>
	);
}
