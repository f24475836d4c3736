import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { href, useRouteLoaderData } from "react-router";
import { AppBar } from "../../ui/app-bar.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { Logo } from "../../ui/logo.tsx";
import type { RootLoader } from "../page/root-data.server.ts";
import { AccountMenu } from "./account-menu.tsx";
import { NavDrawer } from "./nav-drawer.tsx";
import { NavLinks, personLinks } from "./nav-links.tsx";
import { ThemeToggle } from "./theme-toggle.tsx";
import { TrialChip } from "./trial-chip.tsx";

/** The bar of the public and guarded pages. All its links are full loads: most lead to static pages. */
export function SiteHeader() {
	const { t } = useTranslation();
	const root = useRouteLoaderData<RootLoader>("root");
	const appName = root?.appName ?? t("appName");
	const account = root?.account;
	return (
		<AppBar>
			{account && <NavDrawer appName={appName} />}
			<Logo name={appName} label={t("toHome", { appName })} href={account ? href("/chat") : href("/")} />
			{account ? (
				<nav aria-label={t("nav.main")} className="ml-6 hidden items-center gap-1 md:flex">
					<NavLinks links={personLinks} className="nav-link" />
				</nav>
			) : (
				<nav aria-label={t("nav.main")} className="ml-6 hidden items-center lg:flex">
					<GuestLinks />
				</nav>
			)}
			<div className="ml-auto flex items-center gap-1 md:gap-2">
				<TrialChip className="max-sm:hidden md:max-xl:hidden" />
				<ThemeToggle />
				{account ? (
					<AccountMenu account={account} />
				) : (
					<GuestButtons registrationOpen={root?.registrationOpen ?? true} />
				)}
			</div>
		</AppBar>
	);
}

/** Only the name and the theme, for a page outside every layout. */
export function PlainHeader() {
	const { t } = useTranslation();
	const appName = useRouteLoaderData<RootLoader>("root")?.appName ?? t("appName");
	return (
		<header className="page-wrap appbar-in">
			<Logo name={appName} label={t("toHome", { appName })} href={href("/")} />
			<div className="ml-auto">
				<ThemeToggle />
			</div>
		</header>
	);
}

/** Anchors on the landing page. */
function GuestLinks() {
	const { t } = useTranslation();
	const hidden: readonly string[] = useRouteLoaderData<RootLoader>("root")?.hiddenParts ?? [];
	const sections = (["examples", "features", "plans", "faq"] as const).filter(
		(part) => !hidden.includes(part),
	);
	return sections.map((section) => (
		<Fragment key={section}>
			<a className="nav-link" href={`${href("/")}#${section}`}>
				{t(`nav.${section}`)}
			</a>{" "}
		</Fragment>
	));
}

/** Offers only signing in where registration is closed. */
function GuestButtons({ registrationOpen }: { registrationOpen: boolean }) {
	const { t } = useTranslation();
	return (
		<>
			<LinkButton to={href("/login")} variant={registrationOpen ? "text" : "primary"}>
				{t("nav.login")}
			</LinkButton>
			{registrationOpen && (
				<LinkButton to={href("/registration")} variant="primary" className="max-sm:hidden">
					{t("nav.registration")}
				</LinkButton>
			)}
		</>
	);
}
