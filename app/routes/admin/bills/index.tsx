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
import { ActPage } from "./act-page.tsx";
import { BillCard } from "./bill-card.tsx";
import { BillsList } from "./bills-list.tsx";
import { actOnBill, BILL_ACTS, isMoney } from "./change-bills.server.ts";
import { loadBill, loadBills, sendBills } from "./load-bills.server.ts";

export const handle = { page: "static" } satisfies PageHandle;
export const headers = routeHeaders;
export const middleware: Route.MiddlewareFunction[] = [sendBills];
export const meta: Route.MetaFunction = ({ matches }) =>
	pageTitle(matches, `${texts.bills.title} — ${texts.title}`);

const actOf = (query: URLSearchParams) => BILL_ACTS.find((act) => act === query.get("do"));

/** The list; with `bill` a bill by its number, with `do` the page that confirms an act. */
export async function loader(args: Route.LoaderArgs) {
	const staff = staffWith("bills", args);
	const { searchParams: query, pathname, search } = new URL(args.request.url);
	const { done, init } = await readDone(args);
	// Shown once.
	const number = query.get("bill");
	if (number === null) return data({ page: "list", done, ...(await loadBills(query)) } as const, init);
	const loaded = await loadBill(staff.role, number);
	if (!loaded) return notFound(pathname + search);
	const act = actOf(query);
	// The page exists also where the act is done already.
	if (!act || !(act === "return" ? loaded.mayReturn : loaded.mayEnd))
		return data({ page: "bill", done, ...loaded } as const, init);
	const needed = await proofNeeded(staff, args, isMoney(act));
	return data({ page: "act", done: null, act, needed, ...loaded } as const, init);
}

export async function action(args: Route.ActionArgs) {
	const staff = staffWith("bills", args);
	const { searchParams: query, pathname, search } = new URL(args.request.url);
	const act = actOf(query);
	const loaded = await loadBill(staff.role, query.get("bill") ?? "");
	if (!loaded || !act) return notFound(pathname + search);
	return actOnBill(staff, act, loaded.bill.number, await readForm(args.request), args);
}

export default function Bills({ loaderData, actionData }: Route.ComponentProps) {
	return (
		<main id="main" className="adm-main" tabIndex={-1}>
			<DoneBanner done={loaderData.done} />
			{loaderData.page === "list" && <BillsList {...loaderData} />}
			{loaderData.page === "bill" && <BillCard {...loaderData} />}
			{loaderData.page === "act" && <ActPage {...loaderData} state={actionData} />}
		</main>
	);
}
