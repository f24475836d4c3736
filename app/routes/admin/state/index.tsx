import { data } from "react-router";
import { staffWith } from "../../../accounts/http/staff-guards.server.ts";
import texts from "../../../i18n/ru/admin.ts";
import { notFound, PRIVATE, routeHeaders } from "../../../platform/http/http.server.ts";
import type { PageHandle } from "../../../shell/page/page-handle.ts";
import { PageStyle } from "../../../shell/page/page-style.tsx";
import { pageTitle } from "../../../shell/page/page-title.ts";
import css from "../overview/overview.css?inline";
import type { Route } from "./+types/index";
import { loadState } from "./load-state.server.ts";
import { StatePage } from "./state-page.tsx";

export const handle = { page: "static" } satisfies PageHandle;
export const headers = routeHeaders;
export const meta: Route.MetaFunction = ({ matches }) =>
	pageTitle(matches, `${texts.state.title} — ${texts.title}`);

export async function loader(args: Route.LoaderArgs) {
	staffWith("state", args);
	return data(await loadState(), { headers: PRIVATE });
}

/** Nothing here can be changed. */
export function action(args: Route.ActionArgs): never {
	staffWith("state", args);
	const { pathname, search } = new URL(args.request.url);
	return notFound(pathname + search);
}

export default function State({ loaderData }: Route.ComponentProps) {
	return (
		<>
			<PageStyle css={css} />
			<main id="main" className="adm-main" tabIndex={-1}>
				<StatePage {...loaderData} />
			</main>
		</>
	);
}
