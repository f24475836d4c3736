import { useTranslation } from "react-i18next";
import { data, href, redirect } from "react-router";
import { requireAccount, signedIn } from "../../../accounts/http/guards.server.ts";
import { getI18n } from "../../../i18n/middleware.server.ts";
import texts from "../../../i18n/ru/bills.ts";
import { clearFlash, readFlash } from "../../../platform/http/flash-cookie.server.ts";
import { readForm } from "../../../platform/http/forms.server.ts";
import { notFound, PRIVATE, routeHeaders } from "../../../platform/http/http.server.ts";
import type { PageHandle } from "../../../shell/page/page-handle.ts";
import { PageStyle } from "../../../shell/page/page-style.tsx";
import { pageTitle } from "../../../shell/page/page-title.ts";
import { Banner } from "../../../ui/banner.tsx";
import selectCss from "../../../ui/select.css?inline";
import type { Route } from "./+types/index";
import { cancelBill, orderBill } from "./bill-actions.server.ts";
import { BillForm } from "./bill-form.tsx";
import { BillList } from "./bill-list.tsx";
import { BillPage } from "./bill-page.tsx";
import css from "./bills.css?inline";
import { loadBill, loadBillForm, loadBillList } from "./load-bills.server.ts";

export const handle = { page: "static" } satisfies PageHandle;
export const middleware: Route.MiddlewareFunction[] = [requireAccount];
export const headers = routeHeaders;
export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
	pageTitle(
		matches,
		loaderData?.page === "bill"
			? texts.paper.title
					.replace("{{number}}", String(loaderData.bill.number))
					.replace("{{date}}", loaderData.bill.date)
			: texts.title,
	);

/** The list; with `do=new` the form of a new bill; with `bill` a bill: its paper and its codes. */
export async function loader({ request, context }: Route.LoaderArgs) {
	const { searchParams: query, pathname, search } = new URL(request.url);
	const account = signedIn(context);
	const flash = await readFlash(request, pathname);
	// Shown once.
	const init = { headers: flash ? { ...PRIVATE, "Set-Cookie": await clearFlash() } : PRIVATE };
	const done = flash?.cause === "canceled" ? ("canceled" as const) : null;
	const id = query.get("bill");
	if (id !== null) {
		const bill = await loadBill(account, id);
		return bill ? data({ ...bill, done }, init) : notFound(pathname + search);
	}
	if (query.get("do") !== "new") return data({ ...(await loadBillList(account)), done }, init);
	const form = loadBillForm(getI18n(context).getFixedT("ru", "payment"));
	// Bills are made here no more: the list says so.
	if (form.plans.length === 0) throw redirect(href("/payment/bills"), 303);
	return data({ ...form, done }, init);
}

export async function action({ request, context }: Route.ActionArgs) {
	const { searchParams: query } = new URL(request.url);
	const form = await readForm(request);
	const id = query.get("bill");
	if (id === null) return orderBill(form, context);
	if (form.get("intent") === "cancel") return cancelBill(id, context);
	throw redirect(href("/payment/bills"), 303);
}

export default function Bills({ loaderData, actionData }: Route.ComponentProps) {
	const { t } = useTranslation("bills");
	return (
		<main id="main" className="page-wrap bills" tabIndex={-1}>
			<PageStyle css={selectCss + css} />
			{loaderData.done && (
				<Banner tone="success" className="no-print">
					{t(`done.${loaderData.done}`)}
				</Banner>
			)}
			{loaderData.page === "list" && <BillList {...loaderData} />}
			{loaderData.page === "form" && <BillForm {...loaderData} state={actionData} />}
			{loaderData.page === "bill" && <BillPage {...loaderData} />}
		</main>
	);
}
