import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { LinkButton } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { useFieldProblem } from "../confirm/confirm-fields.tsx";
import { FormPage } from "../confirm/form-page.tsx";
import type { AdminFormState } from "../confirm/form-state.ts";
import type { LoadedPackage } from "./load-plans.server.ts";
import { KeyField } from "./plan-page.tsx";

const PLANS = href("/admin/plans");

type PackagePageProps = LoadedPackage & { state: AdminFormState | undefined };

/** The form of messages that are sold apart from plans. */
export function PackagePage({ line, off, source, needed, state }: PackagePageProps) {
	const { t } = useTranslation("admin");
	const problem = useFieldProblem(state);
	const values = { ...line, ...state?.values };
	const at = line ? `&key=${line.planKey}` : "";
	const field = (name: "title" | "description" | "price" | "quota" | "days") => ({
		name,
		label: t(`plans.fields.${name}`),
		defaultValue: values[name],
		error: problem(name),
		autoComplete: "off",
	});
	return (
		<>
			<FormPage
				path={[[PLANS, t("plans.title")]]}
				title={line ? line.title : t("plans.newPackage")}
				action={`${PLANS}?do=package${at}`}
				button={{ label: t("plans.save"), pendingLabel: t("plans.saving") }}
				state={state}
				needed={needed}
				asksWhy={false}
			>
				<input type="hidden" name="revision" value={state?.values?.revision ?? source.revision} />
				<div className="plan-pair">
					<TextField {...field("title")} maxLength={60} required />
					<KeyField planKey={line?.planKey} typed={values.planKey} error={problem("planKey")} />
				</div>
				<TextField {...field("description")} maxLength={120} />
				<div className="plan-pair">
					<TextField {...field("price")} inputMode="decimal" required />
					<TextField {...field("quota")} inputMode="numeric" required />
					<TextField {...field("days")} inputMode="numeric" required />
				</div>
			</FormPage>
			{line && (
				<p>
					<LinkButton to={`${PLANS}?do=${off ? "on" : "off"}${at}`}>
						{t(off ? "plans.putOn" : "plans.takeOff")}
					</LinkButton>
				</p>
			)}
		</>
	);
}
