import { data } from "react-router";
import { staffWith } from "../../../accounts/http/staff-guards.server.ts";
import texts from "../../../i18n/ru/admin.ts";
import { notFound, PRIVATE, routeHeaders } from "../../../platform/http/http.server.ts";
import type { PageHandle } from "../../../shell/page/page-handle.ts";
import { pageTitle } from "../../../shell/page/page-title.ts";
import type { Route } from "./+types/index";
import { sendJournal } from "./journal-csv.server.ts";
import { JournalPage } from "./journal-page.tsx";
import { loadJournal } from "./load-journal.server.ts";

export const handle = { page: "static" } satisfies PageHandle;
export const headers = routeHeaders;
export const middleware: Route.MiddlewareFunction[] = [sendJournal];
export const meta: Route.MetaFunction = ({ matches }) =>
	pageTitle(matches, `${texts.journal.title} — ${texts.title}`);

export async function loader(args: Route.LoaderArgs) {
	const staff = staffWith("journal", args);
	const { searchParams } = new URL(args.request.url);
	return data(await loadJournal(staff, searchParams), { headers: PRIVATE });
}

/** Nothing here can be changed. */
export function action(args: Route.ActionArgs): never {
	staffWith("journal", args);
	const { pathname, search } = new URL(args.request.url);
	return notFound(pathname + search);
}

export default function Journal({ loaderData }: Route.ComponentProps) {
	return (
		<main id="main" className="adm-main" tabIndex={-1}>
			<JournalPage {...loaderData} />
		</main>
	);
}
