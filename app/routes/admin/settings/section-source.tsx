import { useTranslation } from "react-i18next";
import { Banner } from "../../../ui/banner.tsx";
import { LinkButton } from "../../../ui/button.tsx";
import type { SectionState } from "./section-state.server.ts";

type SectionSourceProps = SectionState & {
	/** The address of the section. */
	address: string;
};

/** The place of a section: a file that locks it and can be taken over, or the database, and the way out into a file. */
export function SectionSource(props: SectionSourceProps) {
	const { lock, mayTake, takenFrom, changedAt, aside, hasText, address } = props;
	const { t } = useTranslation("admin");
	const also = (query: string) => `${address}${address.includes("?") ? "&" : "?"}${query}`;
	// Who may not take a file over is told of it, too.
	const locked = lock?.includes("/") ? "look.setByFile" : "look.lockedByVariable";
	if (!lock && !hasText) return null;
	return (
		<div className="source">
			{lock && (
				<Banner tone="info" icon="lock-outline">
					{t(mayTake ? "look.lockedByFile" : locked, { name: lock })}
				</Banner>
			)}
			{/* A variable goes before the file. */}
			{aside && aside.file === lock && <Banner tone="warning">{t("look.setAside", aside)}</Banner>}
			{takenFrom && <Banner tone="info">{t("look.takenFrom", { name: takenFrom })}</Banner>}
			<div className="form-acts">
				{mayTake && <LinkButton to={also("do=take")}>{t("look.take")}</LinkButton>}
				{hasText && <LinkButton to={also("format=json")}>{t("look.exportFile")}</LinkButton>}
				{changedAt && <p className="note">{t("look.changed", { at: changedAt })}</p>}
			</div>
		</div>
	);
}
