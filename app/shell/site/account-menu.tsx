import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Icon } from "../../icons/icon.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { NotEmpty } from "../../ui/not-empty.tsx";
import { accountLink, NavLinks, personLinks } from "./nav-links.tsx";

type AccountOfMenu = { name: string | null; email: string; isStaff: boolean };

/**
 * The account menu. A popover: it opens, closes and manages focus without any script, and static pages have none of
 * the framework's.
 */
export function AccountMenu({ account }: { account: AccountOfMenu }) {
	const { t } = useTranslation();
	const name = account.name ?? account.email;
	return (
		<div className="popover-anchor">
			<button
				type="button"
				className="relative flex min-h-11 items-center gap-2 rounded-xl px-1 hover:bg-hover-veil md:pr-2"
				popoverTarget="account-menu"
			>
				<span className="sr-only">{t("nav.accountOf", { name })}</span> <Avatar name={name} />{" "}
				<Icon name="chevron-down" size="sm" className="hidden md:block" />
			</button>
			<div id="account-menu" popover="auto" className="menu menu-account">
				<p className="px-3 pt-1.5 font-semibold text-ui">{name}</p>
				{account.name && <p className="menu-note pt-0 break-all">{account.email}</p>}
				<div className="menu-sep" />
				<nav aria-label={t("nav.account")}>
					<NavLinks links={[accountLink, ...personLinks.slice(1)]} className="menu-item" icons />
					{account.isStaff && (
						<a className="menu-item" href={href("/admin")}>
							<Icon name="shield-lock-outline" />
							{t("nav.admin")}
						</a>
					)}
				</nav>
				<div className="menu-sep" />
				<form method="post" action={href("/logout")}>
					<NotEmpty />
					<button type="submit" className="menu-item">
						<Icon name="logout" />
						{t("nav.logout")}
					</button>
				</form>
			</div>
		</div>
	);
}
