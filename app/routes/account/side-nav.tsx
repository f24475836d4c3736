import { useTranslation } from "react-i18next";
import { Icon } from "../../icons/icon.tsx";

/** The sections of the screen: a list beside them, a row of chips above them on a narrow screen. */
export function SideNav() {
	const { t } = useTranslation("account");
	return (
		<nav className="account-nav" aria-label={t("sections")}>
			<ul>
				<li>
					<a className="chip chip-filter account-link" href="#profile">
						<Icon name="account-outline" />
						{t("profile.title")}
					</a>
				</li>
				<li>
					<a className="chip chip-filter account-link" href="#security">
						<Icon name="shield-lock-outline" />
						{t("security.title")}
					</a>
				</li>
			</ul>
		</nav>
	);
}
