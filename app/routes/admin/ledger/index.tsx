import { data } from "react-router";
import { staffWith } from "../../../accounts/http/staff-guards.server.ts";
import texts from "../../../i18n/ru/admin.ts";
import { notFound, PRIVATE, routeHeaders } from "../../../platform/http/http.server.ts";
import type { PageHandle } from "../../../shell/page/page-handle.ts";
import { pageTitle } from "../../../shell/page/page-title.ts";
import type { Route } from "./+types/index";
import { sendLedger } from "./ledger-csv.server.ts";
import { LedgerPage } from "./ledger-page.tsx";
import { loadLedger } from "./load-ledger.server.ts";

export const handle = { page: "static" } satisfies PageHandle;
export const headers = routeHeaders;
export const middleware: Route.MiddlewareFunction[] = [sendLedger];
export const meta: Route.MetaFunction = ({ matches }) =>
	pageTitle(matches, `${texts.ledger.title} — ${texts.title}`);

/** The ledger of `account`; `after` goes on from an entry. */
export async function loader(args: Route.LoaderArgs) {
	const staff = staffWith("payments", args);
	const { searchParams, pathname, search } = new URL(args.request.url);
	const loaded = await loadLedger(staff, searchParams, args);
	return loaded ? data(loaded, { headers: PRIVATE }) : notFound(pathname + search);
}

/** Nothing here can be changed. */
export function action(args: Route.ActionArgs): never {
	staffWith("payments", args);
	const { pathname, search } = new URL(args.request.url);
	return notFound(pathname + search);
}

export default function Ledger({ loaderData }: Route.ComponentProps) {
	return (
		<main id="main" className="adm-main" tabIndex={-1}>
			<LedgerPage {...loaderData} />
		</main>
	);
}
