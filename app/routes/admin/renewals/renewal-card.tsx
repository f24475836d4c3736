import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { LinkButton } from "../../../ui/button.tsx";
import { Crumbs } from "../crumbs.tsx";
import { Payer } from "../payments/payment-words.tsx";
import { Section } from "../section.tsx";
import type { LoadedRenewal } from "./load-renewals.server.ts";
import { RenewalFacts } from "./renewal-facts.tsx";
import { Asleep } from "./renewal-words.tsx";

/** The renewal of a person: what they agreed to, what comes next, and the act. */
export function RenewalCard(loaded: LoadedRenewal) {
	const { renewal, asleep, open, mayStop } = loaded;
	const { t } = useTranslation("admin");
	const renewals = href("/admin/renewals");
	const { who, accountId, mayOpen } = renewal;
	return (
		<>
			<Crumbs path={[[renewals, t("renewals.title")]]}>{who ?? t("pay.deleted")}</Crumbs>
			<div className="adm-head">
				<h1>{t("renewals.of", { plan: renewal.plan })}</h1>
				{mayStop && (
					<div className="adm-acts">
						<LinkButton to={`${renewals}?account=${accountId}&do=stop`} variant="error-text" icon="close">
							{t("renewals.stop.title")}
						</LinkButton>
					</div>
				)}
			</div>
			{asleep && renewal.status !== "off" && <Asleep asleep={asleep} open={open} />}
			<Section title={t("renewals.own")}>
				<p>
					<Payer who={who} accountId={mayOpen ? accountId : null} />
				</p>
				<RenewalFacts {...loaded} />
			</Section>
		</>
	);
}
