import { useId } from "react";
import { useTranslation } from "react-i18next";
import { href, useLocation } from "react-router";
import { Icon, type IconName } from "../../../icons/icon.tsx";
import type { Role } from "../../../platform/http/context.server.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { LogoMark } from "../../../ui/logo.tsx";
import { RoleChip } from "./role-chip.tsx";

const GROUPS = [
	{ group: null, names: ["overview", "people"] },
	{ group: "money", names: ["payments", "renewals", "plans", "codes", "bills"] },
	{ group: "answers", names: ["models", "tools", "feedback"] },
	{ group: "face", names: ["look", "papers", "details", "news"] },
	{ group: "service", names: ["team", "journal", "state", "start"] },
] as const;

/** A section is one that the menu has: none can be left out of it. */
type Section = (typeof GROUPS)[number]["names"][number];

const ICONS: Record<Section, IconName> = {
	overview: "view-dashboard-outline",
	people: "account-outline",
	payments: "credit-card-outline",
	renewals: "refresh",
	plans: "tag-outline",
	codes: "ticket-percent-outline",
	bills: "receipt-text-outline",
	models: "star-four-points-outline",
	tools: "tune-variant",
	look: "image-outline",
	papers: "file-document-outline",
	details: "card-account-details-outline",
	news: "email-fast-outline",
	feedback: "thumb-down-outline",
	team: "shield-lock-outline",
	journal: "format-list-bulleted",
	state: "heart-pulse",
	start: "format-list-checks",
};

/** @returns the section of a screen; some are reached from a section and have no line of their own */
function sectionOf(pathname: string, sections: readonly Section[]): string {
	if (pathname === href("/admin/shown")) return href("/admin/feedback");
	if (pathname === href("/admin/ledger"))
		return sections.includes("people") ? href("/admin/people") : href("/admin/payments");
	return pathname;
}

type PanelProps = { appName: string; role: Role; name: string; sections: readonly Section[] };

/** Sections, and who is signed in. Sections that the role does not see are not drawn. */
export function AdminPanel({ appName, role, name, sections }: PanelProps) {
	const { t } = useTranslation("admin");
	const { pathname } = useLocation();
	const here = { pathname, section: sectionOf(pathname, sections) };
	return (
		<>
			<div className="adm-brand">
				<a className="logo" href={href("/admin")} aria-label={t("toOverview", { appName })}>
					<LogoMark />
					<span>
						{appName} <small>{t("title")}</small>
					</span>
				</a>
			</div>
			<nav aria-label={t("nav.label")} className="adm-scroll">
				{GROUPS.map(({ group, names }) => (
					<Group
						key={group}
						group={group}
						names={names.filter((name: Section) => sections.includes(name))}
						here={here}
					/>
				))}
			</nav>
			<div className="adm-foot">
				<div className="adm-who">
					<Avatar name={name} />
					<span>
						<b>{name}</b> <RoleChip role={role} />
					</span>
				</div>
				<a className="adm-link" href={href("/chat")}>
					<Icon name="arrow-left" />
					{t("nav.toChat")}
				</a>
			</div>
		</>
	);
}

type GroupProps = {
	group: (typeof GROUPS)[number]["group"];
	names: Section[];
	here: { pathname: string; section: string };
};

/** Links to sections under what they have in common; nothing where the role sees none of them. */
function Group({ group, names, here }: GroupProps) {
	const { t } = useTranslation("admin");
	const id = useId();
	if (names.length === 0) return null;
	return (
		<>
			{group && (
				<p className="adm-group" id={id}>
					{t(`nav.groups.${group}`)}
				</p>
			)}
			<ul aria-labelledby={group ? id : undefined}>
				{names.map((section) => {
					const to = section === "overview" ? href("/admin") : `/admin/${section}`;
					return (
						<li key={section}>
							<a
								className="adm-link"
								href={to}
								aria-current={here.pathname === to ? "page" : here.section === to || undefined}
							>
								<Icon name={ICONS[section]} />
								{t(`nav.${section}`)}
							</a>
						</li>
					);
				})}
			</ul>
		</>
	);
}
