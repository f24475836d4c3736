import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { LinkButton } from "../../../ui/button.tsx";
import { Section } from "../section.tsx";
import type { LoadedAnnouncements } from "./load-look.server.ts";

type AnnouncementListProps = Pick<LoadedAnnouncements, "list"> & { mayChange: boolean };

const STATES = { now: "look.stateNow", later: "look.stateLater", past: "look.statePast" } as const;

/** The announcements, the newest first: one that is not over can be ended, one that is can be repeated. */
export function AnnouncementList({ list, mayChange }: AnnouncementListProps) {
	const { t } = useTranslation("admin");
	const action = `${href("/admin/look")}?tab=announcement`;
	return (
		<div className="look-list">
			<Section title={t("look.list")}>
				{list.length === 0 && <p className="note">{t("look.none")}</p>}
				<ul className="rows">
					{list.map(({ id, text, from, until, audience, state: when }) => (
						<li key={id}>
							<div className="row-text">
								<b>{text}</b>{" "}
								<small>
									{t("look.period", { from, until })} · {t(`look.audiences.${audience}`)} · {t(STATES[when])}
								</small>
							</div>
							{mayChange && when === "past" && (
								<LinkButton to={`${action}&repeat=${id}`} aria-label={t("look.repeatOf", { text })}>
									{t("look.repeat")}
								</LinkButton>
							)}
							{mayChange && when !== "past" && (
								<LinkButton
									to={`${action}&do=end&id=${id}`}
									variant="error-text"
									aria-label={t("look.endOf", { text })}
								>
									{t("look.end")}
								</LinkButton>
							)}
						</li>
					))}
				</ul>
			</Section>
		</div>
	);
}
