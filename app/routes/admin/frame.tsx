import { useTranslation } from "react-i18next";
import { href, Outlet, useRouteLoaderData } from "react-router";
import { requireSecondStep, staffWith } from "../../accounts/http/staff-guards.server.ts";
import { mayDo } from "../../accounts/staff/rights.ts";
import { Icon } from "../../icons/icon.tsx";
import { notFound } from "../../platform/http/http.server.ts";
import type { loader as rootLoader } from "../../root.tsx";
import { PageStyle } from "../../shell/page/page-style.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { LogoMark } from "../../ui/logo.tsx";
import selectCss from "../../ui/select.css?inline";
import type { Route } from "./+types/frame";
import css from "./frame/admin.css?inline";
import { AdminPanel } from "./frame/admin-panel.tsx";
import { RoleChip } from "./frame/role-chip.tsx";

export const middleware: Route.MiddlewareFunction[] = [requireSecondStep];

/** In their order, with the right to see each. */
const SECTIONS = [
	{ name: "overview", right: "statistics" },
	{ name: "people", right: "people" },
	{ name: "payments", right: "payments" },
	{ name: "renewals", right: "payments" },
	{ name: "plans", right: "plans" },
	{ name: "codes", right: "codes" },
	{ name: "bills", right: "bills" },
	{ name: "models", right: "settings" },
	{ name: "tools", right: "settings" },
	{ name: "look", right: "settings" },
	{ name: "papers", right: "settings" },
	{ name: "details", right: "settings" },
	{ name: "news", right: "newsletters" },
	{ name: "feedback", right: "feedback" },
	{ name: "team", right: "team" },
	{ name: "journal", right: "journal" },
	{ name: "state", right: "state" },
	{ name: "start", right: "start" },
] as const;

/** The screens that the role may see. */
export function loader(args: Route.LoaderArgs) {
	const { role, name, email } = staffWith("any", args);
	return {
		role,
		name: name ?? email,
		sections: SECTIONS.filter(({ right }) => mayDo(role, right)).map(({ name }) => name),
	};
}

/** A form to `/admin` itself, which has none, comes here. */
export function action(args: Route.ActionArgs): never {
	staffWith("any", args);
	const { pathname, search } = new URL(args.request.url);
	return notFound(pathname + search);
}

/** The staff's screens: the panel on the left, below 1024 px in a drawer. */
export default function AdminLayout({ loaderData }: Route.ComponentProps) {
	const { t } = useTranslation(["admin", "common"]);
	const appName = useRouteLoaderData<typeof rootLoader>("root")?.appName ?? t("common:appName");
	const panel = <AdminPanel {...loaderData} appName={appName} />;
	return (
		<>
			<PageStyle css={selectCss} />
			<PageStyle css={css} />
			<a className={buttonClass({ variant: "primary" }, "skip-link")} href="#main">
				{t("common:skip")}
			</a>
			<div className="adm">
				<header className="adm-side">{panel}</header>
				<header className="adm-top">
					<details className="adm-drawer">
						<summary className="icon-btn" title={t("nav.open")}>
							<Icon name="menu" size="lg" />
							<span className="sr-only">{t("nav.open")}</span>
						</summary>
						<div className="drawer">{panel}</div>
					</details>
					<a className="logo" href={href("/admin")} aria-label={t("toOverview", { appName })}>
						<LogoMark />
						<span>{t("title")}</span>
					</a>
					<RoleChip role={loaderData.role} />
				</header>
				<Outlet />
			</div>
		</>
	);
}
