import { data } from "react-router";
import { staffWith } from "../../../accounts/http/staff-guards.server.ts";
import texts from "../../../i18n/ru/admin.ts";
import { readForm } from "../../../platform/http/forms.server.ts";
import { PRIVATE, routeHeaders } from "../../../platform/http/http.server.ts";
import type { PageHandle } from "../../../shell/page/page-handle.ts";
import { PageStyle } from "../../../shell/page/page-style.tsx";
import { pageTitle } from "../../../shell/page/page-title.ts";
import css from "../overview/overview.css?inline";
import type { Route } from "./+types/index";
import { loadStart } from "./load-start.server.ts";
import { StartPage } from "./start-page.tsx";
import { tryIt } from "./try.server.ts";

export const handle = { page: "static" } satisfies PageHandle;
export const headers = routeHeaders;
export const meta: Route.MetaFunction = ({ matches }) =>
	pageTitle(matches, `${texts.start.title} — ${texts.title}`);

export async function loader(args: Route.LoaderArgs) {
	const staff = staffWith("start", args);
	return data(await loadStart(staff), { headers: PRIVATE });
}

export async function action(args: Route.ActionArgs) {
	const staff = staffWith("start", args);
	return tryIt(staff, await readForm(args.request), args);
}

export default function Start({ loaderData, actionData }: Route.ComponentProps) {
	return (
		<>
			<PageStyle css={css} />
			<main id="main" className="adm-main" tabIndex={-1}>
				<StartPage {...loaderData} result={actionData} />
			</main>
		</>
	);
}
