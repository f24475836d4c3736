import { useTranslation } from "react-i18next";
import { Banner } from "../../../ui/banner.tsx";
import { LinkButton } from "../../../ui/button.tsx";
import { Section } from "../section.tsx";
import type { Unread } from "./is-read.ts";

type UnreadPartProps = Unread & {
	title: string;
	/** The address of the screen as it was asked for. */
	again: string;
};

/** In place of a part that could not be read: that it is missing, that the rest is true, and a way to try again. */
export function UnreadPart({ title, unread, again }: UnreadPartProps) {
	const { t } = useTranslation("admin");
	const label = t("overview.unread.again");
	return (
		<Section title={title}>
			<Banner tone="error" title={t("overview.unread.title")}>
				{t(`overview.unread.${unread}`)} {t("overview.unread.rest")}
				<p className="banner-acts">
					<LinkButton to={again} aria-label={`${label}: ${title}`}>
						{label}
					</LinkButton>
				</p>
			</Banner>
		</Section>
	);
}
