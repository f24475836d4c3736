import { useTranslation } from "react-i18next";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { TextField } from "../../../ui/field.tsx";
import { Select } from "../../../ui/select.tsx";
import { Choices } from "../confirm/choices.tsx";
import { useFieldProblem } from "../confirm/confirm-fields.tsx";
import { FormPage } from "../confirm/form-page.tsx";
import type { AdminFormState } from "../confirm/form-state.ts";
import type { LoadedBillingAct } from "./billing-acts.server.ts";
import { usePersonPath } from "./person-path.ts";

type BillingActProps = LoadedBillingAct & { state: AdminFormState | undefined };

/** The page that gives a plan, or corrects an allowance. */
export function BillingActPage(loaded: BillingActProps) {
	const { t } = useTranslation("admin");
	const { person, state } = loaded;
	const { called, card, path } = usePersonPath(person);
	const title = loaded.act === "grant-plan" ? t("grant.title") : t("correct.title");
	return (
		<FormPage
			path={path}
			title={title}
			action={`${card}&do=${loaded.act}`}
			button={{ label: title, pendingLabel: t("confirm.sending") }}
			state={state}
			needed={loaded.needed}
		>
			<input type="hidden" name="requestId" value={state?.values?.requestId || loaded.requestId} />
			<p>
				<b>{called}</b>{" "}
				<small>
					{person.name && `${person.email} · `}
					{loaded.plan} · {loaded.paidUntil ? t("grant.until", { date: loaded.paidUntil }) : t("grant.free")}
				</small>
			</p>
			{loaded.act === "grant-plan" ? <GrantFields {...loaded} /> : <CorrectFields {...loaded} />}
			<Checkbox name="tell" value="1" defaultChecked={Boolean(state?.values?.tell)}>
				{t("tell.label")} <small>{t("tell.text")}</small>
			</Checkbox>
		</FormPage>
	);
}

function GrantFields({ plans, state }: BillingActProps) {
	const { t } = useTranslation("admin");
	const problem = useFieldProblem(state)("plan");
	if (plans.length === 0) return <p>{t("grant.none")}</p>;
	return (
		<>
			<Select
				name="plan"
				label={t("grant.plan")}
				defaultValue={state?.values?.plan ?? plans[0]?.key}
				error={problem}
			>
				{plans.map(({ key, title, days }) => (
					<option key={key} value={key}>
						{t("grant.planDays", { plan: title, days: t("pay.days", { count: days }) })}
					</option>
				))}
			</Select>
			<p className="note">{t("grant.text")}</p>
		</>
	);
}

function CorrectFields({ left, until, most, state }: BillingActProps) {
	const { t } = useTranslation("admin");
	const sign = state?.values?.sign === "subtract" ? "subtract" : "add";
	return (
		<>
			<Choices
				legend={t("correct.sign")}
				name="sign"
				options={(["add", "subtract"] as const).map((value) => ({
					value,
					label: t(`correct.${value}`),
					text: t(`correct.${value}Text`),
				}))}
				chosen={sign}
			/>
			<TextField
				name="messages"
				label={t("correct.messages")}
				defaultValue={state?.values?.messages}
				error={useFieldProblem(state)("messages")}
				help={most === null ? undefined : t("correct.most", { count: most })}
				inputMode="numeric"
				autoComplete="off"
				maxLength={7}
				required
			/>
			<dl className="dl">
				<dt>{t("correct.left")}</dt>
				<dd>{left}</dd>
				<dt>{t("correct.until")}</dt>
				<dd>{until}</dd>
			</dl>
		</>
	);
}
