import { data, href } from "react-router";
import { staffWith } from "../../../accounts/http/staff-guards.server.ts";
import { mayDo } from "../../../accounts/staff/rights.ts";
import { notSelling } from "../../../billing/services.server.ts";
import texts from "../../../i18n/ru/admin.ts";
import { missingDetails, missingToSell } from "../../../operator/details.server.ts";
import { detailsInForce, operatorFileRead, operatorInForce } from "../../../operator/service.server.ts";
import { config } from "../../../platform/config.server.ts";
import { readForm } from "../../../platform/http/forms.server.ts";
import { notFound, routeHeaders } from "../../../platform/http/http.server.ts";
import type { PageHandle } from "../../../shell/page/page-handle.ts";
import { PageStyle } from "../../../shell/page/page-style.tsx";
import { pageTitle } from "../../../shell/page/page-title.ts";
import { readDone } from "../confirm/done.server.ts";
import { proofNeeded } from "../confirm/prove.server.ts";
import { DoneBanner } from "../done-banner.tsx";
import { sectionState, takeSection } from "../settings/section-state.server.ts";
import { sendSection } from "../settings/send-section.server.ts";
import { TakePage } from "../settings/take-page.tsx";
import type { Route } from "./+types/index";
import css from "./details.css?inline";
import { DetailsPage } from "./details-page.tsx";
import { saveDetails } from "./save-details.server.ts";

export const handle = { page: "static" } satisfies PageHandle;
export const headers = routeHeaders;
export const middleware: Route.MiddlewareFunction[] = [
	sendSection({ section: "operator", file: operatorFileRead, right: "editions" }),
];
export const meta: Route.MetaFunction = ({ matches }) =>
	pageTitle(matches, `${texts.details.title} — ${texts.title}`);

const DETAILS = href("/admin/details");

/** The operator's details as a form; `do=take` takes them over from their file. */
export async function loader(args: Route.LoaderArgs) {
	const { searchParams: query, pathname, search } = new URL(args.request.url);
	const staff = staffWith("settings", args);
	const { done, init } = await readDone(args);
	const details = detailsInForce();
	const mayChange = mayDo(staff.role, "editions");
	const loaded = {
		done,
		mayChange,
		operator: operatorInForce(),
		isSelling: config.payments === "yookassa" && !notSelling(),
		missing: missingDetails(details),
		missingToSell: missingToSell(details),
		source: sectionState("operator", operatorFileRead),
		needed: mayChange ? await proofNeeded(staff, args) : null,
	};
	const doing = query.get("do");
	// The page itself says what locks all sections, also after a form that another page sent.
	if (doing === null || !config.configScreens) return data({ page: "details", ...loaded } as const, init);
	staffWith("editions", args);
	if (doing !== "take" || !loaded.source.mayTake) return notFound(pathname + search);
	return data({ page: "take", ...loaded } as const, init);
}

export async function action(args: Route.ActionArgs) {
	staffWith("settings", args);
	const staff = staffWith("editions", args);
	const form = await readForm(args.request);
	if (new URL(args.request.url).searchParams.get("do") !== "take") return saveDetails(staff, form, args);
	return takeSection(staff, form, args, {
		section: "operator",
		file: operatorFileRead,
		right: "editions",
		to: DETAILS,
	});
}

export default function Details({ loaderData, actionData: state }: Route.ComponentProps) {
	const { page, done, source, needed } = loaderData;
	return (
		<main id="main" className="adm-main" tabIndex={-1}>
			<PageStyle css={css} />
			<DoneBanner done={done} />
			{page === "details" && <DetailsPage {...loaderData} state={state} />}
			{page === "take" && (
				<TakePage section={[DETAILS, texts.details.title]} source={source} needed={needed} state={state} />
			)}
		</main>
	);
}
