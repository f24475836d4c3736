import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Banner } from "../../../ui/banner.tsx";
import { LinkButton } from "../../../ui/button.tsx";
import { Crumbs } from "../crumbs.tsx";
import { Payer } from "../payments/payment-words.tsx";
import { Section } from "../section.tsx";
import type { LoadedRenewal } from "./load-renewals.server.ts";
import { RenewalFacts } from "./renewal-facts.tsx";

/** The renewal of a person: what they agreed to, what comes next, and the act. */
export function RenewalCard(loaded: LoadedRenewal) {
	const { renewal, asleep, mayStop } = loaded;
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
			{asleep && renewal.status !== "off" && <Banner>{t(`renewals.${asleep}`)}</Banner>}
			<Section title={t("renewals.own")}>
				<p>
					<Payer who={who} accountId={mayOpen ? accountId : null} />
				</p>
				<RenewalFacts {...loaded} />
			</Section>
		</>
	);
}
