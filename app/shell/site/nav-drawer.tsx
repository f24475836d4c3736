import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { IconButton } from "../../ui/icon-button.tsx";
import { Logo } from "../../ui/logo.tsx";
import { accountLink, NavLinks, personLinks } from "./nav-links.tsx";

/** The main menu on a narrow screen: a drawer from the left, a popover like the account menu. */
export function NavDrawer({ appName }: { appName: string }) {
	const { t } = useTranslation();
	return (
		<div className="popover-anchor md:hidden">
			<IconButton
				icon="menu"
				iconSize="lg"
				label={t("nav.open")}
				className="-ml-2"
				popoverTarget="nav-drawer"
			/>
			<div id="nav-drawer" popover="auto" className="drawer">
				<div className="flex items-center justify-between px-4 py-2">
					<Logo name={appName} label={t("toHome", { appName })} href={href("/chat")} />
					<IconButton
						icon="close"
						label={t("nav.close")}
						popoverTarget="nav-drawer"
						popoverTargetAction="hide"
					/>
				</div>
				<nav aria-label={t("nav.main")} className="px-3">
					<NavLinks links={[...personLinks, accountLink]} className="drawer-link" icons />
				</nav>
			</div>
		</div>
	);
}
