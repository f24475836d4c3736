import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { href, useLocation } from "react-router";
import { Icon, type IconName } from "../../icons/icon.tsx";

type NavLink = {
	to: "/chat" | "/documents" | "/payment" | "/FAQ" | "/account";
	word: "chat" | "documents" | "payment" | "questions" | "account";
	icon: IconName;
};

/** The navigation links of a signed-in person, in the order of the bar. */
export const personLinks: NavLink[] = [
	{ to: "/chat", word: "chat", icon: "chat-outline" },
	{ to: "/documents", word: "documents", icon: "file-document-multiple-outline" },
	{ to: "/payment", word: "payment", icon: "credit-card-outline" },
	{ to: "/FAQ", word: "questions", icon: "help-circle-outline" },
];

export const accountLink: NavLink = { to: "/account", word: "account", icon: "account-outline" };

type NavLinksProps = { links: NavLink[]; className: string; icons?: boolean };

/**
 * The links, with the current page marked, or the section that it is within. The spaces separate them where there is no
 * stylesheet.
 */
export function NavLinks({ links, className, icons }: NavLinksProps) {
	const { t } = useTranslation();
	const { pathname } = useLocation();
	return links.map(({ to, word, icon }) => (
		<Fragment key={to}>
			<a className={className} href={href(to)} aria-current={currentOf(pathname, to)}>
				{icons && <Icon name={icon} />}
				{t(`nav.${word}`)}
			</a>{" "}
		</Fragment>
	));
}

const currentOf = (pathname: string, to: string) =>
	pathname === to ? "page" : pathname.startsWith(`${to}/`) ? "true" : undefined;
