import { useTranslation } from "react-i18next";
import { Icon, type IconName } from "../../../icons/icon.tsx";
import { useSectionInView } from "./use-section-in-view.ts";

type SectionLink = { id: string; icon: IconName; textKey: TextKey };
type TextKey =
	| "profile.title"
	| "about.short"
	| "security.title"
	| "devices.title"
	| "consents.title"
	| "data.title"
	| "events.title"
	| "delete.short";

const SECTIONS: SectionLink[] = [
	{ id: "profile", icon: "account-outline", textKey: "profile.title" },
	{ id: "about", icon: "card-account-details-outline", textKey: "about.short" },
	{ id: "security", icon: "shield-lock-outline", textKey: "security.title" },
	{ id: "devices", icon: "devices", textKey: "devices.title" },
	{ id: "consents", icon: "check-circle-outline", textKey: "consents.title" },
	{ id: "data", icon: "database-outline", textKey: "data.title" },
	{ id: "events", icon: "format-list-bulleted", textKey: "events.title" },
	{ id: "delete", icon: "trash-can-outline", textKey: "delete.short" },
];
const IDS = SECTIONS.map(({ id }) => id);

/** The sections of the screen: a list beside them, a row of chips above them on a narrow screen. */
export function SideNav() {
	const { t } = useTranslation("account");
	const inView = useSectionInView(IDS);
	return (
		<nav className="account-nav" aria-label={t("sections")}>
			<ul>
				{SECTIONS.map(({ id, icon, textKey }) => (
					<li key={id}>
						<a
							className="chip chip-filter account-link"
							href={`#${id}`}
							aria-current={id === inView ? "true" : undefined}
						>
							<Icon name={icon} />
							{t(textKey)}
						</a>
					</li>
				))}
			</ul>
		</nav>
	);
}
