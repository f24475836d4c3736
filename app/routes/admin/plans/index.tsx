import { data } from "react-router";
import { staffWith } from "../../../accounts/http/staff-guards.server.ts";
import texts from "../../../i18n/ru/admin.ts";
import { notFound, PRIVATE, routeHeaders } from "../../../platform/http/http.server.ts";
import type { PageHandle } from "../../../shell/page/page-handle.ts";
import { pageTitle } from "../../../shell/page/page-title.ts";
import type { Route } from "./+types/index";
import { loadPlans } from "./load-plans.server.ts";
import { PlansPage } from "./plans-page.tsx";

export const handle = { page: "static" } satisfies PageHandle;
export const headers = routeHeaders;
export const meta: Route.MetaFunction = ({ matches }) =>
	pageTitle(matches, `${texts.plans.title} — ${texts.title}`);

/** The catalogue as it is. */
export async function loader(args: Route.LoaderArgs) {
	staffWith("plans", args);
	return data(loadPlans(), { headers: PRIVATE });
}

/** It is changed in its file. */
export function action(args: Route.ActionArgs): never {
	staffWith("plans", args);
	const { pathname, search } = new URL(args.request.url);
	return notFound(pathname + search);
}

export default function Plans({ loaderData }: Route.ComponentProps) {
	return (
		<main id="main" className="adm-main" tabIndex={-1}>
			<PlansPage {...loaderData} />
		</main>
	);
}
