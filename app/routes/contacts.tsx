import { useTranslation } from "react-i18next";
import { href } from "react-router";
import texts from "../i18n/ru/legal.ts";
import { DetailList } from "../legal/detail-list.tsx";
import css from "../legal/legal.css?inline";
import { TemplateBanner } from "../legal/template-banner.tsx";
import { missingDetails } from "../operator/details.server.ts";
import { detailsInForce } from "../operator/service.server.ts";
import { config } from "../platform/config.server.ts";
import { listedPage } from "../shell/page/listed-page.ts";
import type { PageHandle } from "../shell/page/page-handle.ts";
import { PageStyle } from "../shell/page/page-style.tsx";
import { Card } from "../ui/card.tsx";
import type { Route } from "./+types/contacts";

export const handle = { page: "static", listed: true } satisfies PageHandle;

export const meta: Route.MetaFunction = ({ matches }) =>
	listedPage(matches, {
		title: texts.contacts.title,
		description: texts.contacts.description,
		path: href("/contacts"),
	});

export function loader() {
	const details = detailsInForce();
	return {
		details,
		missing: config.trial ? missingDetails(details) : null,
	};
}

const LEGAL_PATHS = ["oferta", "privacy", "consent"] as const;

export default function Contacts({ loaderData: { details, missing } }: Route.ComponentProps) {
	const { t } = useTranslation("legal");
	return (
		<main id="main" className="page-wrap legal-main" tabIndex={-1}>
			<PageStyle css={css} />
			<div className="contacts">
				{missing && missing.length > 0 && <TemplateBanner unfilled />}
				<Card as="article" padding="none" className="legal-document">
					<h1 className="legal-title">{t("contacts.title")}</h1>
					<p className="contacts-lead">{t("contacts.lead")}</p>
					<h2>{t("contacts.support")}</h2>
					<DetailList
						details={details}
						names={[
							"operator.email",
							"operator.phone",
							"operator.supportHours",
							"operator.postalAddress",
							"operator.dataContact",
						]}
					/>
					<h2>{t("contacts.owner")}</h2>
					<DetailList
						details={details}
						names={["operator.fullName", "operator.ids", "operator.address", "operator.registry"]}
					/>
					<h2>{t("contacts.documents")}</h2>
					<ul className="contacts-documents">
						<li>
							<a className="link contacts-document" href={`${href("/")}#plans`}>
								{t("contacts.plans")}
							</a>
						</li>
						{LEGAL_PATHS.map((name) => (
							<li key={name}>
								<a className="link contacts-document" href={`/${name}`}>
									{t(`contacts.${name}`)}
								</a>
							</li>
						))}
					</ul>
				</Card>
			</div>
		</main>
	);
}
