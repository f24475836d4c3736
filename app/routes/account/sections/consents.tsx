import { Trans, useTranslation } from "react-i18next";
import { href } from "react-router";
import { TextLink } from "../../../layouts/auth/text-link.tsx";
import { Card, CardTitle } from "../../../ui/card.tsx";
import { ActButton } from "../form/action-form.tsx";
import type { ConsentView } from "../load/load-consents.server.ts";
import { Row } from "./row.tsx";

/** The consents with their dates, and how to withdraw them. */
export function Consents({ consents }: { consents: ConsentView[] }) {
	const { t } = useTranslation("account");
	return (
		<Card id="consents" aria-labelledby="consents-heading">
			<CardTitle id="consents-heading" sub={t("consents.text")}>
				{t("consents.title")}
			</CardTitle>
			<ul className="rows">
				{consents.map((consent) => (
					<Row
						key={consent.kind}
						icon={consent.state === "given" ? "check-circle-outline" : "circle-outline"}
						tone={consent.state === "given" ? "success" : "gray"}
						title={t(`consents.kinds.${consent.kind}`)}
						text={<HowItStands {...consent} />}
					>
						{consent.kind === "news" && <NewsAct given={consent.state === "given"} />}
					</Row>
				))}
			</ul>
		</Card>
	);
}

function HowItStands({ kind, state, date, version, paper }: ConsentView) {
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
					components={{ to: <TextLink href={paper} /> }}
				/>
			)}{" "}
			<span className="row-note">
				{kind === "offer" && t("consents.offerStays")}
				{kind === "personal-data" && (
					<Trans
						t={t}
						i18nKey="consents.personalDataStays"
						components={{ to: <TextLink href={`${href("/account")}?do=delete`} /> }}
					/>
				)}
			</span>
		</>
	);
}

function NewsAct({ given }: { given: boolean }) {
	const { t } = useTranslation("account");
	const consent = t("consents.kinds.news");
	return given ? (
		<ActButton intent="withdraw" fields={{ consent: "news" }} label={t("consents.withdrawOf", { consent })}>
			{t("consents.withdraw")}
		</ActButton>
	) : (
		<ActButton intent="consent-news" label={t("consents.giveOf", { consent })}>
			{t("consents.give")}
		</ActButton>
	);
}
