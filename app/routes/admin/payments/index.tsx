import { data } from "react-router";
import { staffWith } from "../../../accounts/http/staff-guards.server.ts";
import texts from "../../../i18n/ru/admin.ts";
import { readForm } from "../../../platform/http/forms.server.ts";
import { notFound, routeHeaders } from "../../../platform/http/http.server.ts";
import type { PageHandle } from "../../../shell/page/page-handle.ts";
import { pageTitle } from "../../../shell/page/page-title.ts";
import { ProblemBanner } from "../confirm/confirm-fields.tsx";
import { readDone } from "../confirm/done.server.ts";
import { DoneBanner } from "../done-banner.tsx";
import type { Route } from "./+types/index";
import { askGateway, refundPayment } from "./act-on-payment.server.ts";
import { DaysPage } from "./days/days-page.tsx";
import { loadDays } from "./days/load-days.server.ts";
import { loadPayment, loadRefund } from "./load-payment.server.ts";
import { loadPayments } from "./load-payments.server.ts";
import { PaymentCard } from "./payment-card.tsx";
import { sendCsv } from "./payments-csv.server.ts";
import { PaymentsList } from "./payments-list.tsx";
import { RefundPage } from "./refund-page.tsx";

export const handle = { page: "static" } satisfies PageHandle;
export const headers = routeHeaders;
export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
	const shown = loaderData as Awaited<ReturnType<typeof loader>>["data"] | undefined;
	const title = shown?.page === "days" ? texts.payDays.title : texts.pay.title;
	return pageTitle(matches, `${title} — ${texts.title}`);
};
export const middleware: Route.MiddlewareFunction[] = [sendCsv];

/** The list; with `view=days` the sums of a month's days; with `payment` a payment, with `do=refund` the page that confirms its refund. */
export async function loader(args: Route.LoaderArgs) {
	const { searchParams: query, pathname, search } = new URL(args.request.url);
	const isRefund = query.get("do") === "refund";
	const staff = staffWith(isRefund ? "refunds" : "payments", args);
	const { done, init } = await readDone(args);
	// Shown once.
	const id = query.get("payment");
	if (id === null && query.get("view") === "days")
		return data({ page: "days", done, ...(await loadDays(query)) } as const, init);
	if (id === null) return data({ page: "list", done, ...(await loadPayments(staff, query)) } as const, init);
	const refund = isRefund ? await loadRefund(staff, id, args) : null;
	if (refund) return data({ page: "refund", done: null, refund } as const, init);
	// The page exists also where nothing can be refunded any more.
	const payment = await loadPayment(staff, id);
	return payment ? data({ page: "payment", done, ...payment } as const, init) : notFound(pathname + search);
}

export async function action(args: Route.ActionArgs) {
	const staff = staffWith("payments", args);
	const { searchParams: query, pathname, search } = new URL(args.request.url);
	const form = await readForm(args.request);
	const id = query.get("payment");
	if (id !== null && query.get("do") === "refund") return refundPayment(staff, id, form, args);
	if (id !== null && query.get("do") === "ask") return askGateway(staff, id, args);
	return notFound(pathname + search);
}

export default function Payments({ loaderData, actionData }: Route.ComponentProps) {
	return (
		<main id="main" className="adm-main" tabIndex={-1}>
			<DoneBanner done={loaderData.done} />
			{loaderData.page === "list" && <PaymentsList {...loaderData} />}
			{loaderData.page === "days" && <DaysPage {...loaderData} />}
			{loaderData.page === "payment" && (
				<>
					<ProblemBanner state={actionData} />
					<PaymentCard {...loaderData} />
				</>
			)}
			{loaderData.page === "refund" && <RefundPage {...loaderData.refund} state={actionData} />}
		</main>
	);
}
