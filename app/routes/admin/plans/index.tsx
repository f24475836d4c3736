import { data, href } from "react-router";
import { staffWith } from "../../../accounts/http/staff-guards.server.ts";
import { plansFileRead } from "../../../billing/plans/plans.server.ts";
import { getI18n } from "../../../i18n/middleware.server.ts";
import texts from "../../../i18n/ru/admin.ts";
import { readForm } from "../../../platform/http/forms.server.ts";
import { notFound, routeHeaders } from "../../../platform/http/http.server.ts";
import type { PageHandle } from "../../../shell/page/page-handle.ts";
import { PageStyle } from "../../../shell/page/page-style.tsx";
import { pageTitle } from "../../../shell/page/page-title.ts";
import { readDone } from "../confirm/done.server.ts";
import { proofNeeded } from "../confirm/prove.server.ts";
import { DoneBanner } from "../done-banner.tsx";
import { takeSection } from "../settings/section-state.server.ts";
import { sendSection } from "../settings/send-section.server.ts";
import { TakePage } from "../settings/take-page.tsx";
import type { Route } from "./+types/index";
import {
	loadPackage,
	loadPlan,
	loadPlans,
	loadSale,
	loadWithdrawal,
	plansSource,
} from "./load-plans.server.ts";
import { PackagePage } from "./package-page.tsx";
import { PlanPage } from "./plan-page.tsx";
import css from "./plans.css?inline";
import { PlansPage } from "./plans-page.tsx";
import { SalePage } from "./sale-page.tsx";
import {
	movePlan,
	type PlanFormState,
	savePackage,
	savePlan,
	sell,
	withdrawPrice,
} from "./save-plan.server.ts";
import { WithdrawalPage } from "./withdrawal-page.tsx";

const PLANS = href("/admin/plans");

export const handle = { page: "static" } satisfies PageHandle;
export const headers = routeHeaders;
export const middleware: Route.MiddlewareFunction[] = [
	sendSection({ section: "plans", file: plansFileRead, right: "changePlans" }),
];
export const meta: Route.MetaFunction = ({ matches }) =>
	pageTitle(matches, `${texts.plans.title} — ${texts.title}`);

/** The catalogue; with `do` the page of an act on a plan or a package (`key`). */
export async function loader(args: Route.LoaderArgs) {
	const { searchParams: query, pathname, search } = new URL(args.request.url);
	const doing = query.get("do");
	const staff = staffWith(doing === null ? "plans" : "changePlans", args);
	const { done, init } = await readDone(args);
	const nothing = () => notFound(pathname + search);
	const source = plansSource(staff);
	const key = query.get("key");
	// A section that is set elsewhere is shown without forms; a file can be taken over.
	if (doing === null || (source.lock !== null && !(doing === "take" && source.mayTake)))
		return data({ page: "list", done, ...(await loadPlans(staff)) } as const, init);
	switch (doing) {
		case "plan": {
			const t = getI18n(args.context).getFixedT("ru", "payment");
			const loaded = (await loadPlan(staff, key, args, t)) ?? nothing();
			return data({ page: "plan", done, ...loaded } as const, init);
		}
		case "package":
			return data(
				{ page: "package", done, ...((await loadPackage(staff, key, args)) ?? nothing()) } as const,
				init,
			);
		case "off":
		case "on": {
			const loaded = (await loadSale(staff, key ?? "", args)) ?? nothing();
			return data({ page: "sale", done, act: doing, ...loaded } as const, init);
		}
		case "withdraw": {
			const loaded = (await loadWithdrawal(staff, key, args)) ?? nothing();
			return data({ page: "withdrawal", done, ...loaded } as const, init);
		}
		case "take": {
			if (!source.mayTake) return nothing();
			const needed = await proofNeeded(staff, args);
			return data({ page: "take", done, source, needed } as const, init);
		}
		default:
			return nothing();
	}
}

export async function action(args: Route.ActionArgs) {
	const staff = staffWith("changePlans", args);
	const { searchParams: query, pathname, search } = new URL(args.request.url);
	const form = await readForm(args.request);
	switch (query.get("do")) {
		case null:
			return movePlan(staff, form, args);
		case "plan":
			return savePlan(staff, form, args);
		case "package":
			return savePackage(staff, form, args);
		case "off":
			return sell(staff, form, args, true);
		case "on":
			return sell(staff, form, args, false);
		case "withdraw":
			return withdrawPrice(staff, form, args);
		case "take":
			return takeSection(staff, form, args, {
				section: "plans",
				file: plansFileRead,
				right: "changePlans",
				to: PLANS,
			});
		default:
			return notFound(pathname + search);
	}
}

export default function Plans({ loaderData, actionData }: Route.ComponentProps) {
	const { page, done } = loaderData;
	const state: PlanFormState | undefined = actionData;
	return (
		<main id="main" className="adm-main" tabIndex={-1}>
			<PageStyle css={css} />
			<DoneBanner done={done} />
			{page === "list" && <PlansPage {...loaderData} state={state} />}
			{page === "plan" && <PlanPage {...loaderData} state={state} />}
			{page === "package" && <PackagePage {...loaderData} state={state} />}
			{page === "sale" && <SalePage {...loaderData} state={state} />}
			{page === "withdrawal" && <WithdrawalPage {...loaderData} state={state} />}
			{page === "take" && (
				<TakePage
					section={[PLANS, texts.plans.title]}
					source={loaderData.source}
					needed={loaderData.needed}
					state={state}
				/>
			)}
		</main>
	);
}
