import { useTranslation } from "react-i18next";
import { useRouteLoaderData } from "react-router";
import { formatValue } from "../../../i18n/formatter.ts";
import { Icon, type IconName } from "../../../icons/icon.tsx";
import type { loader as rootLoader } from "../../../root.tsx";
import { ThemeToggle } from "../../../shell/site/theme-toggle.tsx";
import { TransitionLink } from "../../../shell/site/transition-link.tsx";
import { TrialChip } from "../../../shell/site/trial-chip.tsx";
import { Avatar } from "../../../ui/avatar.tsx";
import { IconLink } from "../../../ui/icon-button.tsx";
import { Meter } from "../../../ui/meter.tsx";
import { NotEmpty } from "../../../ui/not-empty.tsx";
import type { LoadedAllowance } from "../load/load-allowance.server.ts";

/** The foot of the chat's sidebar: the account, and the links out of the chat. */
export function ChatAccount({ allowance }: { allowance: LoadedAllowance }) {
	const { t } = useTranslation(["chat", "common"]);
	const account = useRouteLoaderData<typeof rootLoader>("root")?.account;
	const name = account?.name ?? account?.email ?? "";
	return (
		<div className="relative mx-3 border-t border-outline-soft py-3">
			<div className="px-2 pb-2 empty:hidden">
				<TrialChip />
			</div>
			<Spent {...allowance} />
			<div className="flex items-center gap-1">
				<button
					type="button"
					popoverTarget="account-menu"
					className="flex min-h-11 min-w-0 flex-1 items-center gap-3 rounded-md px-2 text-left hover:bg-hover-veil"
				>
					<Avatar name={name} />{" "}
					<span className="min-w-0">
						<span className="block truncate text-ui font-medium">{name}</span>{" "}
						<span className="block truncate text-caption text-text-3">
							{t("planOf", { plan: allowance.planTitle })}
						</span>
					</span>
				</button>{" "}
				<IconLink icon="help-circle-outline" label={t("help")} to="/FAQ" />
				<ThemeToggle />
			</div>
			<div id="account-menu" popover="auto" className="menu account-menu">
				<nav aria-label={t("accountMenu")}>
					<TransitionLink className="menu-item" to="/account">
						<MenuText icon="account-outline" text={t("menu.account")} />
					</TransitionLink>{" "}
					<TransitionLink className="menu-item" to="/documents">
						<MenuText icon="file-document-multiple-outline" text={t("menu.documents")} />
					</TransitionLink>{" "}
					<TransitionLink className="menu-item" to="/payment">
						<MenuText icon="credit-card-outline" text={t("menu.payment")} />
					</TransitionLink>{" "}
					<a className="menu-item" href="/FAQ">
						<MenuText icon="help-circle-outline" text={t("menu.faq")} />
					</a>
					{account?.isStaff && (
						<a className="menu-item" href="/admin">
							<MenuText icon="shield-lock-outline" text={t("common:nav.admin")} />
						</a>
					)}
					<div className="menu-sep" />
					<form method="post" action="/logout">
						<NotEmpty />
						<button type="submit" className="menu-item">
							<MenuText icon="logout" text={t("menu.logout")} />
						</button>
					</form>
				</nav>
			</div>
		</div>
	);
}

function Spent({ granted, left }: LoadedAllowance) {
	const { t } = useTranslation("chat");
	const spent = granted - left;
	return (
		<div className="px-3 pb-3">
			<p className="flex justify-between gap-3 pb-2 text-small text-text-2">
				<span>{t("spent")}</span>{" "}
				<span className="num whitespace-nowrap">
					<b className="text-text">{formatValue(spent, "number")}</b>
					{` ${t("outOf", { granted })}`}
				</span>
			</p>
			<Meter used={spent} of={granted} />
		</div>
	);
}

const MenuText = ({ icon, text }: { icon: IconName; text: string }) => (
	<>
		<Icon name={icon} />
		{text}
	</>
);
