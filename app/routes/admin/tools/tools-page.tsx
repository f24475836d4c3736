import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Icon } from "../../../icons/icon.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { LinkButton } from "../../../ui/button.tsx";
import { ProblemBanner } from "../confirm/confirm-fields.tsx";
import type { AdminFormState } from "../confirm/form-state.ts";
import { Section } from "../section.tsx";
import { useSetBy } from "../settings/locked-field.tsx";
import { SectionSource } from "../settings/section-source.tsx";
import type { LoadedTools } from "./load-tools.server.ts";
import { SearchCard } from "./search-card.tsx";
import { ServerCard } from "./server-card.tsx";

const TOOLS = href("/admin/tools");

type ToolsPageProps = LoadedTools & { state: AdminFormState | undefined };

/** The tools of models, and the place of each setting. */
export function ToolsPage(props: ToolsPageProps) {
	const { may, mayChange, maySearch, source, search, own, pageHosts, pictures, servers, documents, state } =
		props;
	const { t } = useTranslation("admin");
	const setBy = useSetBy();
	return (
		<>
			<div className="adm-head">
				<h1>{t("tools.title")}</h1>
				{mayChange && (
					<div className="adm-acts">
						<LinkButton to={`${TOOLS}?do=server`} variant="primary" icon="plus">
							{t("tools.connect")}
						</LinkButton>
					</div>
				)}
			</div>
			<p className="adm-lead">{t("tools.lead")}</p>
			<ProblemBanner state={state} />
			<SectionSource
				{...source}
				hasText={source.hasText && may}
				mayTake={source.mayTake && may}
				address={TOOLS}
			/>
			<SearchCard search={search} mayChange={maySearch} mayCheck={may} />
			{servers.map((server) => (
				<ServerCard key={server.serverKey} {...server} mayChange={mayChange} mayAsk={may} />
			))}
			{servers.length === 0 && (
				<Section title={t("tools.servers")}>
					<p className="note">{t("tools.noServers")}</p>
				</Section>
			)}
			<p className="note">{t("tools.programs")}</p>
			<Section title={t("tools.own")}>
				<ul className="rows">
					{own.map(({ name, title, isOn }) => (
						<li key={name}>
							<div className="row-text">
								<b>{title}</b> <span className="mono">{name}</span>{" "}
								<span>
									{name === "make_picture" && pictures
										? setBy("PICTURES_MODEL")
										: name === "read_page" && pageHosts.length > 0
											? t("tools.hosts", { hosts: pageHosts.join(", ") })
											: null}
								</span>
							</div>
							<span className={isOn ? "dot" : "dot dot-off"}>{t(isOn ? "tools.on" : "tools.off")}</span>
						</li>
					))}
				</ul>
				{mayChange && (
					<div className="form-acts">
						<LinkButton to={`${TOOLS}?do=own`}>{t("tools.switch")}</LinkButton>
					</div>
				)}
			</Section>
			<Section title={t("tools.documents")}>
				<dl className="dl">
					<dt>{t("tools.limits.file")}</dt>
					<dd>{t("tools.megabytes", { count: documents.megabytes })}</dd>
					<dt>{t("tools.limits.picture")}</dt>
					<dd>{t("tools.megabytes", { count: documents.pictureMegabytes })}</dd>
					<dt>{t("tools.limits.perPrompt")}</dt>
					<dd>{documents.perPrompt}</dd>
					<dt>{t("tools.limits.scanPages")}</dt>
					<dd>{documents.scanPages}</dd>
				</dl>
				<p className="note">
					<Icon name="lock-outline" /> {t("tools.documentsText")}{" "}
					<a className="link" href={href("/admin/plans")}>
						{t("nav.plans")}
					</a>
				</p>
			</Section>
			{search.isSetTwice && (
				<Banner tone="warning">{t("tools.setTwice", { name: search.variable ?? "" })}</Banner>
			)}
		</>
	);
}
