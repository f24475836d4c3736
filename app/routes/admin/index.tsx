import { data } from "react-router";
import { staffWith } from "../../accounts/http/staff-guards.server.ts";
import texts from "../../i18n/ru/admin.ts";
import { PRIVATE, routeHeaders } from "../../platform/http/http.server.ts";
import type { PageHandle } from "../../shell/page/page-handle.ts";
import { PageStyle } from "../../shell/page/page-style.tsx";
import { pageTitle } from "../../shell/page/page-title.ts";
import type { Route } from "./+types/index";
import { loadOverview } from "./overview/load-overview.server.ts";
import css from "./overview/overview.css?inline";
import { sendCsv } from "./overview/overview-csv.server.ts";
import { OverviewPage } from "./overview/overview-page.tsx";

export const handle = { page: "static" } satisfies PageHandle;
export const headers = routeHeaders;
export const meta: Route.MetaFunction = ({ matches }) =>
	pageTitle(matches, `${texts.overview.title} — ${texts.title}`);
export const middleware: Route.MiddlewareFunction[] = [sendCsv];

export async function loader(args: Route.LoaderArgs) {
	const staff = staffWith("statistics", args);
	const { searchParams } = new URL(args.request.url);
	return data(await loadOverview(staff, searchParams), { headers: PRIVATE });
}

export default function Overview({ loaderData }: Route.ComponentProps) {
	return (
		<>
			<PageStyle css={css} />
			<main id="main" className="adm-main" tabIndex={-1}>
				<OverviewPage {...loaderData} />
			</main>
		</>
	);
}
