import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { ProblemBanner, ProofFields, ReasonField, SendCode } from "../confirm/confirm-fields.tsx";
import type { AdminFormState } from "../confirm/form-state.ts";
import { Crumbs } from "../crumbs.tsx";
import type { LoadedAct } from "./load-act.server.ts";

const DANGEROUS = new Set<LoadedAct["act"]>(["block", "drop-second-step"]);

/** The page that confirms an act: what will happen, why, and who asks. */
export function ActPage({ act, person, needed, state }: LoadedAct & { state: AdminFormState | undefined }) {
	const { t } = useTranslation("admin");
	const card = `${href("/admin/people")}?account=${person.id}`;
	const name = person.name ?? person.email ?? person.id;
	return (
		<>
			<Crumbs
				path={[
					[href("/admin/people"), t("people.title")],
					[card, name],
				]}
			>
				{t(`acts.${act}.title`)}
			</Crumbs>
			<div className="adm-head">
				<h1>{t(`acts.${act}.title`)}</h1>
			</div>
			<ProblemBanner state={state} />
			<form className="card card-pad adm-form" method="post" action={`${card}&do=${act}`}>
				<p>
					<b>{name}</b> <small>{person.email}</small>
				</p>
				<p>{t(`acts.${act}.text`)}</p>
				<ReasonField state={state} />
				<ProofFields state={state} needed={needed} />
				<div className="form-acts">
					<Button variant={DANGEROUS.has(act) ? "error" : "primary"} pendingLabel={t("confirm.sending")}>
						{t(`acts.${act}.title`)}
					</Button>
					<LinkButton to={card} variant="ghost">
						{t("confirm.cancel")}
					</LinkButton>
					<SendCode needed={needed} />
				</div>
			</form>
		</>
	);
}
