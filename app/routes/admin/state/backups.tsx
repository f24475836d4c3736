import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Banner } from "../../../ui/banner.tsx";
import { LinkButton } from "../../../ui/button.tsx";
import { Pair } from "../pair.tsx";
import { Section } from "../section.tsx";
import type { LoadedState } from "./load-state.server.ts";

/** The places of the data's copies, the age of the newest, and the button for one more. */
export function Backups({ folder, isBeside, age, isEncrypted, isAsked, mayMake }: LoadedState["backups"]) {
	const { t } = useTranslation("admin");
	return (
		<Section title={t("state.backups.title")}>
			{isAsked && <Banner>{t("state.backups.underWay")}</Banner>}
			<dl className="pairs">
				<Pair name={t("state.backups.folder")}>
					{isBeside ? t("state.backups.beside", { folder }) : <span className="mono">{folder}</span>}
				</Pair>
				<Pair name={t("state.backups.newest")}>
					{age === null ? t("state.backups.none") : t("state.backups.ago", { age })}
				</Pair>
				<Pair name={t("state.backups.encrypted")}>
					{t(isEncrypted ? "state.backups.byFile" : "state.backups.plain")}
				</Pair>
			</dl>
			{mayMake && !isAsked && (
				<p className="form-acts">
					<LinkButton to={`${href("/admin/state")}?do=backup`} variant="tonal">
						{t("state.backups.make")}
					</LinkButton>
				</p>
			)}
		</Section>
	);
}
