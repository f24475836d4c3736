import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button, type ButtonVariants, LinkButton } from "../../../ui/button.tsx";
import { Crumbs } from "../crumbs.tsx";
import { ProblemBanner, ProofFields, ReasonField, SendCode } from "./confirm-fields.tsx";
import type { AdminFormState, ProofNeeded } from "./form-state.ts";

type FormPageProps = {
	/** The pages above it; cancelling leads to the nearest. */
	path: [to: string, name: string][];
	title: string;
	action: string;
	button: { label: string; pendingLabel: string; variant?: ButtonVariants["variant"] };
	state: AdminFormState | undefined;
	/** Given: the act is written into the journal, so it asks why, and who asks. */
	proof?: { needed: ProofNeeded };
	children: ReactNode;
};

/** A page with one form: where it is, what is wrong with what was sent, its fields, the button and a way back. */
export function FormPage({ path, title, action, button, state, proof, children }: FormPageProps) {
	const { t } = useTranslation("admin");
	return (
		<>
			<Crumbs path={path}>{title}</Crumbs>
			<div className="adm-head">
				<h1>{title}</h1>
			</div>
			<ProblemBanner state={state} />
			<form className="card card-pad adm-form" method="post" action={action} noValidate>
				{children}
				{proof && (
					<>
						<ReasonField state={state} />
						<ProofFields state={state} needed={proof.needed} />
					</>
				)}
				<div className="form-acts">
					<Button variant={button.variant ?? "primary"} pendingLabel={button.pendingLabel}>
						{button.label}
					</Button>
					<LinkButton to={path.at(-1)?.[0] ?? ""} variant="ghost">
						{t("confirm.cancel")}
					</LinkButton>
					{proof && <SendCode needed={proof.needed} />}
				</div>
			</form>
		</>
	);
}
