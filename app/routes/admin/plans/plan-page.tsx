import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { PlanCard } from "../../../billing/plans/plan-card.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { TextField } from "../../../ui/field.tsx";
import { Select } from "../../../ui/select.tsx";
import { ProblemBanner, useFieldProblem } from "../confirm/confirm-fields.tsx";
import { FormEnd } from "../confirm/form-end.tsx";
import { Crumbs } from "../crumbs.tsx";
import { LockedField } from "../settings/locked-field.tsx";
import type { CardPreview, LoadedPlan } from "./load-plans.server.ts";
import { ModelChoice } from "./model-choice.tsx";
import { PlanState } from "./plan-state.tsx";
import type { PlanFormState } from "./save-plan.server.ts";

const PLANS = href("/admin/plans");

const EMPTY: Partial<Record<string, string>> = { everyDays: "30" };
const ABILITIES = ["webSearch", "thinkLonger", "pictures"] as const;

type PlanPageProps = LoadedPlan & { state: PlanFormState | undefined };

/** The form of a plan, and its card as people see it. */
export function PlanPage({
	plan,
	isFree,
	off,
	notSold,
	models,
	holders,
	price,
	kopecks,
	next,
	riseFrom,
	card,
	source,
	needed,
	state,
}: PlanPageProps) {
	const { t } = useTranslation("admin");
	const problem = useFieldProblem(state);
	const values = { ...EMPTY, ...plan, ...state?.values };
	const days = plan?.days ? t("pay.days", { count: Number(plan.days) }) : "";
	const name = plan && days ? t("grant.planDays", { plan: plan.title, days }) : plan?.title;
	const title = name ?? t("plans.newPlan");
	const at = plan ? `&key=${plan.planKey}` : "";
	const field = (name: TextName) => ({
		name,
		label: t(`plans.fields.${name}`),
		defaultValue: values[name],
		error: problem(name),
		autoComplete: "off",
	});
	const shown = state?.preview ?? card;
	return (
		<>
			<Crumbs path={[[PLANS, t("plans.title")]]}>{title}</Crumbs>
			<div className="adm-head">
				<h1>{title}</h1>
				{plan && <PlanState isFree={isFree} off={off} notSold={notSold} />}
				{plan && !isFree && (
					<div className="adm-acts">
						<LinkButton to={`${PLANS}?do=${off ? "on" : "off"}${at}`}>
							{t(off ? "plans.putOn" : "plans.takeOff")}
						</LinkButton>
					</div>
				)}
			</div>
			<ProblemBanner state={state} />
			{next && price && (
				<Banner title={`${t("plans.next", next)}.`}>
					{t("plans.nextText", { price })}{" "}
					<a className="t-link" href={`${PLANS}?do=withdraw${at}`}>
						{t("plans.withdraw")}
					</a>
				</Banner>
			)}
			<div className="with-preview">
				<form className="card card-pad plan-main" method="post" action={`${PLANS}?do=plan${at}`} noValidate>
					<PriceNote
						{...{ holders, price }}
						to={state?.preview?.price ?? null}
						soon={state?.preview?.view.priceSoon ?? null}
					/>
					<input type="hidden" name="revision" value={state?.values?.revision ?? source.revision} />
					{kopecks !== null && <input type="hidden" name="shownPrice" value={kopecks} />}
					<div className="plan-pair">
						<TextField {...field("title")} maxLength={60} required />
						<KeyField planKey={plan?.planKey} typed={values.planKey} error={problem("planKey")} />
					</div>
					<div className="plan-pair">
						<TextField {...field("description")} maxLength={120} />
						<TextField {...field("icon")} help={t("plans.iconHelp")} maxLength={64} />
					</div>
					<div className="plan-pair">
						{!isFree && (
							<TextField
								{...field("price")}
								{...(riseFrom && { help: t("plans.riseHelp", { day: riseFrom }) })}
								inputMode="decimal"
								required
							/>
						)}
						{!isFree && <TextField {...field("days")} inputMode="numeric" required />}
						<TextField {...field("tier")} help={t("plans.tierHelp")} maxLength={40} required />
					</div>
					<fieldset className="fset">
						<legend>{t("plans.messages")}</legend>
						<div className="plan-pair">
							<TextField {...field("quota")} inputMode="numeric" required />
							<TextField {...field("everyDays")} inputMode="numeric" required />
						</div>
					</fieldset>
					<fieldset className="fset">
						<legend>{t("plans.files")}</legend>
						<p>{t("plans.filesText")}</p>
						<div className="plan-pair">
							<TextField {...field("fileSpace")} inputMode="decimal" />
							<TextField {...field("filesPerDay")} inputMode="numeric" />
						</div>
					</fieldset>
					<fieldset className="fset">
						<legend>{t("plans.tools")}</legend>
						<div className="plan-pair">
							<TextField {...field("toolCalls")} help={t("plans.toolCallsHelp")} inputMode="numeric" />
							{ABILITIES.map((name) => (
								<Select key={name} name={name} label={t(`plans.fields.${name}`)} defaultValue={values[name]}>
									<option value="">{t("plans.abilities.silent")}</option>
									<option value="named">{t("plans.abilities.named")}</option>
									<option value="no">{t("plans.abilities.no")}</option>
								</Select>
							))}
						</div>
					</fieldset>
					<ModelChoice models={models} typed={state?.values?.planModels} error={problem("planModels")} />
					<Checkbox name="recommended" value="1" defaultChecked={Boolean(values.recommended)}>
						{t("plans.recommended")}
					</Checkbox>
					<FormEnd
						button={{ label: t("plans.save"), pendingLabel: t("plans.saving") }}
						state={state}
						needed={needed}
					>
						<Button variant="tonal" name="intent=preview">
							{t("plans.preview")}
						</Button>
						<LinkButton to={PLANS} variant="ghost">
							{t("confirm.cancel")}
						</LinkButton>
					</FormEnd>
				</form>
				{shown && <CardSide card={shown} />}
			</div>
		</>
	);
}

type TextName =
	| "title"
	| "description"
	| "price"
	| "days"
	| "tier"
	| "icon"
	| "quota"
	| "everyDays"
	| "fileSpace"
	| "filesPerDay"
	| "toolCalls";

type KeyFieldProps = { planKey: string | undefined; typed: string | undefined; error: string | undefined };

/** The key: given once, since purchases refer to it. */
export function KeyField({ planKey, typed, error }: KeyFieldProps) {
	const { t } = useTranslation("admin");
	if (planKey !== undefined)
		return <LockedField id="planKey" label={t("plans.key")} value={planKey} note={t("plans.keyLocked")} />;
	return (
		<TextField
			name="planKey"
			label={t("plans.key")}
			help={t("plans.keyHelp")}
			defaultValue={typed}
			error={error}
			autoComplete="off"
			autoCapitalize="off"
			spellCheck={false}
			maxLength={40}
			required
		/>
	);
}

type PriceNoteProps = {
	holders: LoadedPlan["holders"];
	price: string | null;
	/** The price of the preview, and the one that it announces. */
	to: string | null;
	soon: string | null;
};

/** Tells what another price means for those who have the plan. */
function PriceNote({ holders: { people, renewals }, price, to, soon }: PriceNoteProps) {
	const { t } = useTranslation("admin");
	const isOther = price !== null && to !== null && to !== price;
	if (people + renewals === 0 && !isOther && !soon) return null;
	return (
		<Banner
			tone={isOther || soon ? "warning" : "info"}
			title={isOther ? t("plans.priceChanges", { from: price, to }) : soon ? `${soon}.` : ""}
		>
			{people > 0 && `${t("plans.peopleKeep", { count: people })} `}
			{renewals > 0 && t("plans.renewalsEnd", { count: renewals })}
		</Banner>
	);
}

/** The card as people would see it, and what a day is worth. */
function CardSide({ card: { view, drawn, worth } }: { card: CardPreview }) {
	const { t } = useTranslation("admin");
	return (
		<div className="plan-side">
			<h2 className="eyebrow">{t("plans.seen")}</h2>
			<PlanCard plan={view} drawn={drawn} />
			{worth && <p className="note">{t("plans.worth", { sum: worth })}</p>}
		</div>
	);
}
