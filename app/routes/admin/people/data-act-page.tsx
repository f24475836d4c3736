import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Banner } from "../../../ui/banner.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { TextField } from "../../../ui/field.tsx";
import { useFieldProblem } from "../confirm/confirm-fields.tsx";
import { FormPage } from "../confirm/form-page.tsx";
import type { AdminFormState } from "../confirm/form-state.ts";
import type { LoadedDataAct } from "./data-acts.server.ts";
import { usePersonPath } from "./person-path.ts";

type DataActPageProps = LoadedDataAct & { state: AdminFormState | undefined };

/** The page that confirms an act on all that is kept of a person. */
export function DataActPage({ act, person, losses, needed, state }: DataActPageProps) {
	const { t } = useTranslation("admin");
	const { called, card, path } = usePersonPath(person);
	const isDeletion = act === "delete";
	return (
		<FormPage
			path={path}
			title={t(`dataActs.${act}.title`)}
			action={`${card}&do=${act}`}
			button={{
				label: t(`dataActs.${act}.button`),
				// A file comes, and the page stays: a button that waits would wait for ever.
				pendingLabel: isDeletion ? t("confirm.sending") : t(`dataActs.${act}.button`),
				variant: isDeletion ? "error" : "primary",
			}}
			state={state}
			needed={needed}
		>
			<p>
				<b>{called}</b> <small>{person.email}</small>
			</p>
			{losses ? (
				<DeletionFields losses={losses} state={state} />
			) : (
				<>
					<p>{t("dataActs.export-data.text")}</p>
					<p>{t("dataActs.export-data.notIn")}</p>
				</>
			)}
		</FormPage>
	);
}

type DeletionFieldsProps = {
	losses: NonNullable<LoadedDataAct["losses"]>;
	state: AdminFormState | undefined;
};

function DeletionFields({ losses: { refunds, manual, ends }, state }: DeletionFieldsProps) {
	const { t } = useTranslation("admin");
	const problem = useFieldProblem(state);
	return (
		<>
			<Banner tone="error" title={t("dataActs.delete.forever")}>
				{t("dataActs.delete.text")}
			</Banner>
			{ends && <p>{t(`dataActs.delete.ends.${ends}`)}</p>}
			{refunds.length > 0 && (
				<Banner
					tone="warning"
					title={t("dataActs.delete.paid", { amount: refunds.map(({ amount }) => amount).join(", ") })}
				>
					{t("dataActs.delete.orTick")}
					<ul>
						{refunds.map(({ payment, ...named }) => (
							<li key={payment}>
								<a className="link" href={`${href("/admin/payments")}?payment=${payment}&do=refund`}>
									{t("dataActs.delete.refundOf", named)}
								</a>
							</li>
						))}
					</ul>
				</Banner>
			)}
			{manual && (
				<Banner tone="warning" title={t("dataActs.delete.manual")}>
					{t("dataActs.delete.manualText")}
				</Banner>
			)}
			{(refunds.length > 0 || manual) && (
				<Checkbox
					name="noRefund"
					defaultChecked={state?.values?.noRefund === "on"}
					{...(problem("noRefund") && { error: problem("noRefund") })}
				>
					{t(manual ? "dataActs.delete.noRefundOrManual" : "dataActs.delete.noRefund")}
				</Checkbox>
			)}
			<TextField
				name="email"
				label={t("dataActs.delete.email")}
				defaultValue={state?.values?.email}
				error={problem("email")}
				autoComplete="off"
				autoCapitalize="off"
				spellCheck={false}
				maxLength={254}
				required
			/>
		</>
	);
}
