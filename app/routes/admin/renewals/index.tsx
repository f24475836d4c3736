import { data } from "react-router";
import { staffWith } from "../../../accounts/http/staff-guards.server.ts";
import texts from "../../../i18n/ru/admin.ts";
import { readForm } from "../../../platform/http/forms.server.ts";
import { notFound, routeHeaders } from "../../../platform/http/http.server.ts";
import type { PageHandle } from "../../../shell/page/page-handle.ts";
import { pageTitle } from "../../../shell/page/page-title.ts";
import { readDone } from "../confirm/done.server.ts";
import { proofNeeded } from "../confirm/prove.server.ts";
import { DoneBanner } from "../done-banner.tsx";
import type { Route } from "./+types/index";
import { loadRenewal, loadRenewals } from "./load-renewals.server.ts";
import { RenewalCard } from "./renewal-card.tsx";
import { sendCsv } from "./renewals-csv.server.ts";
import { RenewalsList } from "./renewals-list.tsx";
import { StopPage } from "./stop-page.tsx";
import { stopRenewal } from "./stop-renewal.server.ts";

export const handle = { page: "static" } satisfies PageHandle;
export const headers = routeHeaders;
export const meta: Route.MetaFunction = ({ matches }) =>
	pageTitle(matches, `${texts.renewals.title} — ${texts.title}`);
export const middleware: Route.MiddlewareFunction[] = [sendCsv];

/** The list; with `account` the renewal of a person, with `do=stop` the page that confirms that it is turned off. */
export async function loader(args: Route.LoaderArgs) {
	const { searchParams: query, pathname, search } = new URL(args.request.url);
	const isStop = query.get("do") === "stop";
	const staff = staffWith(isStop ? "stopRenewals" : "payments", args);
	const { done, init } = await readDone(args);
	// Shown once.
	const accountId = query.get("account");
	if (accountId === null)
		return data({ page: "list", done, ...(await loadRenewals(staff, query)) } as const, init);
	const loaded = await loadRenewal(staff, accountId);
	if (!loaded) return notFound(pathname + search);
	// The page exists also where it is off already.
	if (!isStop || !loaded.mayStop) return data({ page: "renewal", done, ...loaded } as const, init);
	return data({ page: "stop", done: null, needed: await proofNeeded(staff, args), ...loaded } as const, init);
}

export async function action(args: Route.ActionArgs) {
	const { searchParams: query, pathname, search } = new URL(args.request.url);
	const isStop = query.get("do") === "stop";
	const staff = staffWith(isStop ? "stopRenewals" : "payments", args);
	const accountId = query.get("account");
	if (accountId === null || !isStop || !(await loadRenewal(staff, accountId)))
		return notFound(pathname + search);
	return stopRenewal(staff, accountId, await readForm(args.request), args);
}

export default function Renewals({ loaderData, actionData }: Route.ComponentProps) {
	return (
		<main id="main" className="adm-main" tabIndex={-1}>
			<DoneBanner done={loaderData.done} />
			{loaderData.page === "list" && <RenewalsList {...loaderData} />}
			{loaderData.page === "renewal" && <RenewalCard {...loaderData} />}
			{loaderData.page === "stop" && <StopPage {...loaderData} state={actionData} />}
		</main>
	);
}
