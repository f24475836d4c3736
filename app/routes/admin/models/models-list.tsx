import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Banner } from "../../../ui/banner.tsx";
import { LinkButton } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { ProblemBanner } from "../confirm/confirm-fields.tsx";
import type { AdminFormState } from "../confirm/form-state.ts";
import { Empty } from "../empty.tsx";
import { SectionSource } from "../settings/section-source.tsx";
import type { LoadedModels } from "./load-models.server.ts";
import { ServerCard } from "./server-card.tsx";

const MODELS = href("/admin/models");

type ModelsListProps = LoadedModels & { state: AdminFormState | undefined };

/** The servers with their models, in the order in which people see them. */
export function ModelsList({
	mayChange,
	mayCheck,
	source,
	servers,
	others,
	isInFile,
	isFaq,
	state,
}: ModelsListProps) {
	const { t } = useTranslation("admin");
	const [first] = others;
	const isNone = servers.length === 0 && source.lock === null && !isInFile;
	const answers = t("models.answersNow", { title: first?.title ?? "" });
	const answersNow = isFaq ? `${answers} ${t("models.unsold")}` : answers;
	const noneOn = servers.length === 0 ? t("models.noneHere") : t("models.noneOn");
	const connect = mayChange && (
		<LinkButton to={`${MODELS}?do=server`} variant="primary" icon="plus">
			{t("models.connect")}
		</LinkButton>
	);
	return (
		<>
			<div className="adm-head">
				<h1>{t("models.title")}</h1>
				{!isNone && connect && <div className="adm-acts">{connect}</div>}
			</div>
			<p className="adm-lead">{t("models.lead")}</p>
			<ProblemBanner state={state} />
			<SectionSource {...source} address={MODELS} />
			{isNone && first && (
				<Card padding="none" aria-label={t("models.none")}>
					<Empty icon="star-four-points-outline" title={t("models.none")} text={answersNow}>
						{connect}
					</Empty>
				</Card>
			)}
			{!isNone && first && (
				<Banner tone={isFaq && servers.length > 0 ? "warning" : "info"}>
					{isInFile ? t("models.inFile") : `${noneOn} ${answersNow}`}
				</Banner>
			)}
			{servers.map((server, place) => (
				<ServerCard
					key={server.serverKey}
					{...server}
					revision={source.revision}
					mayChange={mayChange}
					mayCheck={mayCheck}
					isFirst={place === 0}
					isLast={place === servers.length - 1}
				/>
			))}
			{servers.length === 0 && !isNone && others.length > 0 && (
				<Card>
					<ul className="rows">
						{others.map(({ id, title }) => (
							<li key={id}>
								<div className="row-text">
									<b>{title}</b> <small className="mono">{id}</small>
								</div>
							</li>
						))}
					</ul>
				</Card>
			)}
		</>
	);
}
