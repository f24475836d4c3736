import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { LinkButton } from "../../../ui/button.tsx";
import { Crumbs } from "../crumbs.tsx";
import { ProblemBanner, ReasonField } from "./confirm-fields.tsx";
import { type FormButton, FormEnd } from "./form-end.tsx";
import type { AdminFormState, ProofNeeded } from "./form-state.ts";

type FormPageProps = {
	/** The pages above it; cancelling leads to the nearest. */
	path: [to: string, name: string][];
	title: string;
	action: string;
	button: FormButton;
	state: AdminFormState | undefined;
	/** The proofs that the actor has to give. */
	needed: ProofNeeded;
	/** Whether it asks why; the journal keeps it. «told»: the person gets to know it, too. */
	asksWhy?: boolean | "told";
	/** Above the form, below its title. */
	above?: ReactNode;
	children: ReactNode;
};

/** A page with one form: where it is, what is wrong with what was sent, its fields, the button and a way back. */
export function FormPage(props: FormPageProps) {
	const { path, title, action, button, state, needed, asksWhy = true, above, children } = props;
	const { t } = useTranslation("admin");
	return (
		<>
			<Crumbs path={path}>{title}</Crumbs>
			<div className="adm-head">
				<h1>{title}</h1>
			</div>
			<ProblemBanner state={state} />
			{above}
			<form className="card card-pad adm-form" method="post" action={action} noValidate>
				{children}
				{asksWhy && <ReasonField state={state} isTold={asksWhy === "told"} />}
				<FormEnd button={button} state={state} needed={needed}>
					<LinkButton to={path.at(-1)?.[0] ?? ""} variant="ghost">
						{t("confirm.cancel")}
					</LinkButton>
				</FormEnd>
			</form>
		</>
	);
}
