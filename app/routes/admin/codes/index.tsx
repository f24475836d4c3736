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
import { makeCode, switchCodeOff } from "./change-codes.server.ts";
import { CodeCard } from "./code-card.tsx";
import { CodesList } from "./codes-list.tsx";
import { loadCode, loadCodes, loadNewCode, sendCodes } from "./load-codes.server.ts";
import { NewCodePage } from "./new-code-page.tsx";
import { OffPage } from "./off-page.tsx";

export const handle = { page: "static" } satisfies PageHandle;
export const headers = routeHeaders;
export const middleware: Route.MiddlewareFunction[] = [sendCodes];
export const meta: Route.MetaFunction = ({ matches }) =>
	pageTitle(matches, `${texts.codes.title} — ${texts.title}`);

const rightOf = (query: URLSearchParams) =>
	["new", "off"].includes(query.get("do") ?? "") ? "changeCodes" : "codes";

/** The list; with `do=new` the form of a new code; with `code` a code, with `do=off` the page that switches it off. */
export async function loader(args: Route.LoaderArgs) {
	const { searchParams: query, pathname, search } = new URL(args.request.url);
	const doing = query.get("do");
	const staff = staffWith(rightOf(query), args);
	const { done, init } = await readDone(args);
	// Shown once.
	const code = query.get("code");
	if (code === null && doing === "new")
		return data(
			{ page: "new", done: null, ...loadNewCode(), needed: await proofNeeded(staff, args) } as const,
			init,
		);
	if (code === null) return data({ page: "list", done, ...(await loadCodes(staff, query)) } as const, init);
	const loaded = await loadCode(staff, code);
	if (!loaded) return notFound(pathname + search);
	if (doing === "off")
		return data({ page: "off", done: null, code, needed: await proofNeeded(staff, args) } as const, init);
	return data({ page: "code", done, ...loaded } as const, init);
}

export async function action(args: Route.ActionArgs) {
	const { searchParams: query, pathname, search } = new URL(args.request.url);
	const staff = staffWith(rightOf(query), args);
	const form = await readForm(args.request);
	const code = query.get("code");
	if (code === null && query.get("do") === "new") return makeCode(staff, form, args);
	if (code !== null && query.get("do") === "off") return switchCodeOff(staff, code, form, args);
	return notFound(pathname + search);
}

export default function Codes({ loaderData, actionData }: Route.ComponentProps) {
	return (
		<main id="main" className="adm-main" tabIndex={-1}>
			<DoneBanner done={loaderData.done} />
			{loaderData.page === "list" && <CodesList {...loaderData} />}
			{loaderData.page === "code" && <CodeCard {...loaderData} />}
			{loaderData.page === "new" && <NewCodePage {...loaderData} state={actionData} />}
			{loaderData.page === "off" && <OffPage {...loaderData} state={actionData} />}
		</main>
	);
}
