import { data } from "react-router";
import { staffWith } from "../../../accounts/http/staff-guards.server.ts";
import { backupFolder } from "../../../backup/asked-backup.server.ts";
import texts from "../../../i18n/ru/admin.ts";
import { config } from "../../../platform/config.server.ts";
import { readForm } from "../../../platform/http/forms.server.ts";
import { notFound, routeHeaders } from "../../../platform/http/http.server.ts";
import type { PageHandle } from "../../../shell/page/page-handle.ts";
import { PageStyle } from "../../../shell/page/page-style.tsx";
import { pageTitle } from "../../../shell/page/page-title.ts";
import { readDone } from "../confirm/done.server.ts";
import { proofNeeded } from "../confirm/prove.server.ts";
import { DoneBanner } from "../done-banner.tsx";
import css from "../overview/overview.css?inline";
import type { Route } from "./+types/index";
import { BackupPage } from "./backup-page.tsx";
import { loadState } from "./load-state.server.ts";
import { makeBackup } from "./make-backup.server.ts";
import { StatePage } from "./state-page.tsx";

export const handle = { page: "static" } satisfies PageHandle;
export const headers = routeHeaders;
export const meta: Route.MetaFunction = ({ matches }) =>
	pageTitle(matches, `${texts.state.title} — ${texts.title}`);

/** How the service is; with `do=backup` the page that has a copy of the data made. */
export async function loader(args: Route.LoaderArgs) {
	const { searchParams: query, pathname, search } = new URL(args.request.url);
	const doing = query.get("do");
	const staff = staffWith(doing === "backup" ? "backups" : "state", args);
	const { done, init } = await readDone(args);
	// Shown once.
	if (doing === "backup")
		return data(
			{
				page: "backup",
				done: null,
				folder: backupFolder(config),
				needed: await proofNeeded(staff, args),
			} as const,
			init,
		);
	if (doing !== null) return notFound(pathname + search);
	return data({ page: "state", done, ...(await loadState(staff)) } as const, init);
}

export async function action(args: Route.ActionArgs) {
	const { searchParams: query, pathname, search } = new URL(args.request.url);
	const isBackup = query.get("do") === "backup";
	const staff = staffWith(isBackup ? "backups" : "state", args);
	if (!isBackup) return notFound(pathname + search);
	return makeBackup(staff, await readForm(args.request), args);
}

export default function State({ loaderData, actionData }: Route.ComponentProps) {
	return (
		<>
			<PageStyle css={css} />
			<main id="main" className="adm-main" tabIndex={-1}>
				<DoneBanner done={loaderData.done} />
				{loaderData.page === "backup" ? (
					<BackupPage {...loaderData} state={actionData} />
				) : (
					<StatePage {...loaderData} />
				)}
			</main>
		</>
	);
}
