import { useTranslation } from "react-i18next";
import { href } from "react-router";
import type { DetailName } from "../../../operator/details.server.ts";
import type { Operator } from "../../../operator/read-details.server.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { Select } from "../../../ui/select.tsx";
import { Choices } from "../confirm/choices.tsx";
import { ProblemBanner, ProofFields, SendCode, useFieldProblem } from "../confirm/confirm-fields.tsx";
import type { AdminFormState, ProofNeeded } from "../confirm/form-state.ts";
import { Section } from "../section.tsx";
import { LockedField, useSetBy } from "../settings/locked-field.tsx";
import { SectionSource } from "../settings/section-source.tsx";
import type { SectionState } from "../settings/section-state.server.ts";
import { CARDS, type Card, DAYS, type DetailsField, KINDS, VATS } from "./details-fields.ts";

type DetailsPageProps = {
	operator: Operator;
	isSelling: boolean;
	mayChange: boolean;
	missing: DetailName[];
	missingToSell: DetailName[];
	source: SectionState;
	needed: ProofNeeded;
	state: AdminFormState | undefined;
};

/** The operator's details by cards. Locked, or for staff who may only look, they are shown and cannot be sent. */
export function DetailsPage(props: DetailsPageProps) {
	const { operator, isSelling, mayChange, missing, missingToSell, source, needed, state } = props;
	const { t } = useTranslation(["admin", "legal"]);
	const canSend = mayChange && !source.lock;
	const named = (names: DetailName[]) => names.map((name) => t(`legal:details.${name}`)).join(", ");
	return (
		<>
			<div className="adm-head">
				<h1>{t("details.title")}</h1>
			</div>
			<p className="adm-lead">{t("details.lead")}</p>
			<ProblemBanner state={state} />
			{missingToSell.length > 0 && !isSelling && (
				<Banner tone="warning" title={t("details.forSales")}>
					{named(missingToSell)}.
				</Banner>
			)}
			{missing.length > 0 && (
				<Banner tone="info" title={t("details.unfilled")}>
					{named(missing)}.
				</Banner>
			)}
			{mayChange && <SectionSource {...source} address={href("/admin/details")} />}
			<form className="adm-form" method="post" action={href("/admin/details")} noValidate>
				<input type="hidden" name="revision" value={state?.values?.revision ?? source.revision} />
				{(Object.keys(CARDS) as Card[]).map((card) => (
					<Section key={card} title={t(`details.cards.${card}`)}>
						<div className={card === "tax" ? "details-fields" : "details-fields details-pairs"}>
							{card === "who" && <Kind {...props} canSend={canSend} />}
							{CARDS[card].map((name) => (
								<Field key={name} {...{ name, operator, source, state, canSend }} />
							))}
							{card === "bank" && <Vat {...props} canSend={canSend} />}
						</div>
					</Section>
				))}
				{canSend && (
					<>
						<ProofFields state={state} needed={needed} />
						<div className="form-acts">
							<Button variant="primary" pendingLabel={t("look.saving")}>
								{t("look.save")}
							</Button>
							<SendCode needed={needed} />
							<p className="note">{t("details.effect")}</p>
						</div>
					</>
				)}
			</form>
		</>
	);
}

type PartProps = Pick<DetailsPageProps, "operator" | "source" | "state"> & { canSend: boolean };

const MODES = { email: "email", phone: "tel", dataContact: "email" } as const;
const NUMERIC: readonly string[] = [
	...["inn", "ogrn", "bankBik", "bankAccount", "bankCorrespondentAccount"],
	...DAYS,
];

function Field({
	name,
	operator,
	source,
	state,
	canSend,
}: PartProps & { name: DetailsField & keyof Operator }) {
	const { t } = useTranslation("admin");
	const setBy = useSetBy();
	const problem = useFieldProblem(state);
	const label = t(`details.fields.${name}`);
	const value = String(operator[name] ?? "");
	if (!canSend)
		return (
			<LockedField
				id={name}
				label={label}
				value={value || t("details.notSet")}
				note={source.lock ? setBy(source.lock) : t("look.viewOnly")}
			/>
		);
	return (
		<TextField
			name={name}
			type={name in MODES ? MODES[name as keyof typeof MODES] : "text"}
			label={label}
			defaultValue={state?.values?.[name] ?? value}
			error={problem(name)}
			inputMode={NUMERIC.includes(name) ? "numeric" : undefined}
			maxLength={300}
			autoComplete="off"
		/>
	);
}

function Kind({ operator, source, state, canSend }: PartProps) {
	const { t } = useTranslation("admin");
	const setBy = useSetBy();
	const kind = state?.values?.kind ?? operator.kind;
	if (!canSend)
		return (
			<LockedField
				id="kind"
				label={t("details.fields.kind")}
				value={operator.kind ? t(`details.kinds.${operator.kind}`) : t("details.notSet")}
				note={source.lock ? setBy(source.lock) : t("look.viewOnly")}
			/>
		);
	return (
		<Choices
			legend={t("details.fields.kind")}
			name="kind"
			options={KINDS.map((value) => ({ value, label: t(`details.kinds.${value}`) }))}
			chosen={kind}
		/>
	);
}

function Vat({ operator, source, state, canSend }: PartProps) {
	const { t } = useTranslation("admin");
	const setBy = useSetBy();
	const label = t("details.fields.billVat");
	const words = (vat: string) => (vat === "none" ? t("details.noVat") : t("details.vat", { vat }));
	if (!canSend)
		return (
			<LockedField
				id="billVat"
				label={label}
				value={operator.billVat ? words(operator.billVat) : t("details.notSet")}
				note={source.lock ? setBy(source.lock) : t("look.viewOnly")}
			/>
		);
	return (
		<Select name="billVat" label={label} defaultValue={state?.values?.billVat ?? operator.billVat ?? ""}>
			<option value="">{t("details.notSet")}</option>
			{VATS.map((vat) => (
				<option key={vat} value={vat}>
					{words(vat)}
				</option>
			))}
		</Select>
	);
}
