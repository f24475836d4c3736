import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Icon } from "../../../icons/icon.tsx";
import { LinkButton } from "../../../ui/button.tsx";
import { Chip } from "../../../ui/chip.tsx";
import { Section } from "../section.tsx";
import { useKeyWords } from "../settings/key-field.tsx";
import { useSetBy } from "../settings/locked-field.tsx";
import type { LoadedTools } from "./load-tools.server.ts";

const TOOLS = href("/admin/tools");

type SearchCardProps = { search: LoadedTools["search"]; mayChange: boolean; mayCheck: boolean };

/** The search that is asked, and what sets it. */
export function SearchCard({ search, mayChange, mayCheck }: SearchCardProps) {
	const { t } = useTranslation("admin");
	const setBy = useSetBy();
	const keyWords = useKeyWords(search.secret);
	const { provider, url, folderId, variable, keyVariable, works } = search;
	const isAbroad = provider === "brave" || provider === "tavily";
	return (
		<Section title={t("tools.search")}>
			<p className="server-line">
				<b>{t(`tools.providers.${provider}`)}</b>{" "}
				<span className={works ? "dot" : provider === "off" ? "dot dot-off" : "dot dot-bad"}>
					{t(works ? "tools.searchOn" : provider === "off" ? "tools.searchOff" : "tools.searchFails")}
				</span>{" "}
				{isAbroad && <Chip tone="warning">{t("models.abroad")}</Chip>}{" "}
				{provider === "searxng" && <span className="mono">{url}</span>}{" "}
				{provider === "yandex" && <span>{t("tools.folderOf", { id: folderId })}</span>}{" "}
				<span>{keyWords}</span>{" "}
				{keyVariable && <span>{t("models.keyByVariable", { name: keyVariable })}</span>}
			</p>
			{variable && (
				<p className="note">
					<Icon name="lock-outline" /> {setBy(variable)}
				</p>
			)}
			{(mayChange || mayCheck) && (
				<div className="form-acts">
					{mayChange && (
						<LinkButton to={`${TOOLS}?do=search`} variant="primary">
							{t("tools.changeSearch")}
						</LinkButton>
					)}
					{mayCheck && works && <LinkButton to={`${TOOLS}?do=check`}>{t("tools.checkSearch")}</LinkButton>}
				</div>
			)}
		</Section>
	);
}
