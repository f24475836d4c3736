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
import { actOnNewsletter, saveDraft } from "./change-news.server.ts";
import { ConfirmPage } from "./confirm-page.tsx";
import { DraftPage } from "./draft-page.tsx";
import { loadNewsletter, loadNewsletters, newDraftId, sendNews } from "./load-news.server.ts";
import { NewsList } from "./news-list.tsx";
import { NewsletterPage } from "./newsletter-page.tsx";

export const handle = { page: "static" } satisfies PageHandle;
export const headers = routeHeaders;
export const middleware: Route.MiddlewareFunction[] = [sendNews];
export const meta: Route.MetaFunction = ({ matches }) =>
	pageTitle(matches, `${texts.news.title} — ${texts.title}`);

/** The states in which each act has a page. */
const CONFIRMED = {
	send: ["draft", "stopped"],
	stop: ["sending"],
	remove: ["draft"],
	edit: ["draft"],
} as const;
type Confirmed = keyof typeof CONFIRMED;

const isAct = (doing: string | null): doing is Confirmed => doing !== null && Object.hasOwn(CONFIRMED, doing);

/** The list; with `do=new` the form of a new one; with `newsletter` one of them, with `do` the page of an act. */
export async function loader(args: Route.LoaderArgs) {
	const { searchParams: query, pathname, search } = new URL(args.request.url);
	const staff = staffWith("newsletters", args);
	const { done, init } = await readDone(args);
	// Shown once.
	const [id, doing] = [query.get("newsletter"), query.get("do")];
	if (id === null && doing === "new")
		return data({ page: "new", done: null, requestId: newDraftId() } as const, init);
	if (id === null) return data({ page: "list", done, ...(await loadNewsletters(query)) } as const, init);
	const loaded = await loadNewsletter(id);
	if (!loaded) return notFound(pathname + search);
	if (doing === null) return data({ page: "newsletter", done, ...loaded } as const, init);
	const states: readonly string[] = isAct(doing) ? CONFIRMED[doing] : [];
	if (!isAct(doing) || !states.includes(loaded.newsletter.state)) return notFound(pathname + search);
	if (doing === "edit") return data({ page: "edit", done: null, ...loaded } as const, init);
	const needed = doing === "send" ? await proofNeeded(staff, args) : null;
	return data({ page: "confirm", done: null, doing, needed, ...loaded } as const, init);
}

export async function action(args: Route.ActionArgs) {
	const { searchParams: query, pathname, search } = new URL(args.request.url);
	const staff = staffWith("newsletters", args);
	const form = await readForm(args.request);
	const [id, doing] = [query.get("newsletter"), query.get("do")];
	if (id === null && doing === "new") return saveDraft(staff, null, form, args);
	if (id === null || !(await loadNewsletter(id))) return notFound(pathname + search);
	if (doing === "edit") return saveDraft(staff, id, form, args);
	return actOnNewsletter(staff, id, doing, form, args);
}

export default function News({ loaderData, actionData }: Route.ComponentProps) {
	return (
		<main id="main" className="adm-main" tabIndex={-1}>
			<DoneBanner done={loaderData.done} />
			{loaderData.page === "list" && <NewsList {...loaderData} />}
			{loaderData.page === "newsletter" && <NewsletterPage {...loaderData} state={actionData} />}
			{loaderData.page === "new" && <DraftPage {...loaderData} newsletter={null} state={actionData} />}
			{loaderData.page === "edit" && <DraftPage {...loaderData} state={actionData} />}
			{loaderData.page === "confirm" && <ConfirmPage {...loaderData} state={actionData} />}
		</main>
	);
}
