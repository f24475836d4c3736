import { Trans, useTranslation } from "react-i18next";
import { href } from "react-router";
import { TextLink } from "../../../layouts/auth/text-link.tsx";
import { Card, CardTitle } from "../../../ui/card.tsx";
import type { AccountFormState } from "../actions/action-state.ts";
import { AccountNoticeBanner } from "../form/account-notice-banner.tsx";
import { ActionButton } from "../form/action-form.tsx";
import type { ConsentView, RenewalConsentView } from "../load/load-consents.server.ts";
import { Row } from "./row.tsx";

type ConsentsSectionProps = { consents: ConsentView[]; state?: AccountFormState | undefined };

/** The consents with their dates, and how to withdraw them. */
export function ConsentsSection({ consents, state }: ConsentsSectionProps) {
	const { t } = useTranslation("account");
	return (
		<Card id="consents" aria-labelledby="consents-heading">
			<CardTitle id="consents-heading" sub={t("consents.text")}>
				{t("consents.title")}
			</CardTitle>
			<AccountNoticeBanner state={state} intents={["consent-news"]} />
			<ul className="rows">
				{consents.map((consent) => (
					<Row
						key={consent.kind}
						icon={consent.state === "given" ? "check-circle-outline" : "circle-outline"}
						tone={consent.state === "given" ? "success" : "gray"}
						title={t(`consents.kinds.${consent.kind}`)}
						text={
							consent.kind === "renewal" ? <RenewalStatus {...consent} /> : <ConsentStatus {...consent} />
						}
					>
						{consent.kind === "news" && <NewsAction given={consent.state === "given"} />}
					</Row>
				))}
			</ul>
		</Card>
	);
}

function ConsentStatus({
	kind,
	state,
	date,
	version,
	documentPath,
}: Exclude<ConsentView, RenewalConsentView>) {
	const { t } = useTranslation("account");
	return (
		<>
			{state === "never" && t("consents.never")}
			{state === "withdrawn" && t("consents.withdrawn", { date })}
			{state === "given" && (
				<Trans
					t={t}
					i18nKey="consents.given"
					values={{ date, version }}
					components={{ to: <TextLink href={documentPath} touch /> }}
				/>
			)}{" "}
			<span className="row-note">
				{kind === "offer" && t("consents.offerStays")}
				{kind === "personal-data" && (
					<Trans
						t={t}
						i18nKey="consents.personalDataStays"
						components={{ to: <TextLink href={`${href("/account")}?do=delete`} touch /> }}
					/>
				)}
			</span>
		</>
	);
}

/** The words that were agreed to are shown whole: they have no page of their own. */
function RenewalStatus({ state, date, version, words, isOn }: RenewalConsentView) {
	const { t } = useTranslation("account");
	if (state === "withdrawn") return t("consents.withdrawnInWords", { date, version, words });
	return (
		<>
			{t("consents.givenInWords", { date, version, words })}{" "}
			<span className="row-note">
				{isOn ? (
					<Trans
						t={t}
						i18nKey="consents.renewalOn"
						components={{ to: <TextLink href={`${href("/payment")}#renewal`} touch /> }}
					/>
				) : (
					t("consents.renewalOff")
				)}
			</span>
		</>
	);
}

function NewsAction({ given }: { given: boolean }) {
	const { t } = useTranslation("account");
	const consent = t("consents.kinds.news");
	return given ? (
		<ActionButton
			intent="withdraw"
			fields={{ consent: "news" }}
			label={t("consents.withdrawOf", { consent })}
		>
			{t("consents.withdraw")}
		</ActionButton>
	) : (
		<ActionButton intent="consent-news" label={t("consents.agreeOf", { consent })}>
			{t("consents.agree")}
		</ActionButton>
	);
}
