import { data } from "react-router";
import { staffWith } from "../../../accounts/http/staff-guards.server.ts";
import texts from "../../../i18n/ru/admin.ts";
import { findDraft } from "../../../legal/editions/draft.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { readForm } from "../../../platform/http/forms.server.ts";
import { notFound, routeHeaders } from "../../../platform/http/http.server.ts";
import type { PageHandle } from "../../../shell/page/page-handle.ts";
import { PageStyle } from "../../../shell/page/page-style.tsx";
import { pageTitle } from "../../../shell/page/page-title.ts";
import { readDone } from "../confirm/done.server.ts";
import { DoneBanner } from "../done-banner.tsx";
import type { Route } from "./+types/index";
import { dropDraft, keepDraft, publish } from "./change-editions.server.ts";
import { ComparePage } from "./compare-page.tsx";
import { DraftPage } from "./draft-page.tsx";
import { EditionPage } from "./edition-page.tsx";
import css from "./editions.css?inline";
import { EditionsList } from "./editions-list.tsx";
import type { EditionsState } from "./editions-state.ts";
import { DRAFT, loadComparison, loadDraft, loadEdition } from "./load-edition.server.ts";
import { kindOf, loadDocuments } from "./load-editions.server.ts";
import { RemovePage } from "./remove-page.tsx";
import { sendEdition } from "./send-edition.server.ts";

export const handle = {
	page: "static",
	// A document of 150 000 letters, each of which may take six bytes in a form.
	limits: { bodyBytes: 1024 * 1024 },
} satisfies PageHandle;
export const headers = routeHeaders;
export const middleware: Route.MiddlewareFunction[] = [sendEdition];
export const meta: Route.MetaFunction = ({ matches }) =>
	pageTitle(matches, `${texts.editions.title} — ${texts.title}`);

/**
 * The legal documents; with `kind` and `edition` one edition, `draft` the next one, with `do=compare` two of them side by
 * side. `do=edit` and `remove` are the pages of the draft.
 */
export async function loader(args: Route.LoaderArgs) {
	const { searchParams: query, pathname, search } = new URL(args.request.url);
	const staff = staffWith("settings", args);
	const { done, init } = await readDone(args);
	if (query.get("kind") === null)
		return data({ page: "list", done, ...(await loadDocuments(staff)) } as const, init);
	const kind = kindOf(query.get("kind"));
	if (!kind) return notFound(pathname + search);
	const doing = query.get("do");
	if (doing === null) {
		const loaded = await loadEdition(kind, query.get("edition") ?? "", staff, args);
		return loaded ? data({ page: "edition", done, ...loaded } as const, init) : notFound(pathname + search);
	}
	if (doing === "compare") {
		const loaded = await loadComparison(kind, query);
		return loaded ? data({ page: "compare", done, ...loaded } as const, init) : notFound(pathname + search);
	}
	staffWith("editions", args);
	const draft = await loadDraft(kind);
	if (doing === "edit") return data({ page: "edit", done, ...draft } as const, init);
	if (doing !== "remove" || draft.revision === 0) return notFound(pathname + search);
	return data({ page: "remove", done, ...draft } as const, init);
}

export async function action(args: Route.ActionArgs) {
	const { searchParams: query, pathname, search } = new URL(args.request.url);
	staffWith("settings", args);
	const kind = kindOf(query.get("kind"));
	const doing = query.get("do");
	const hasDraft = kind !== undefined && (await findDraft(db(), kind)) !== null;
	if (!kind || (doing === null && (query.get("edition") !== DRAFT || !hasDraft)))
		return notFound(pathname + search);
	const staff = staffWith("editions", args);
	const form = await readForm(args.request);
	if (doing === "edit") return keepDraft(staff, kind, form, args);
	if (doing === null) return publish(staff, kind, form, args);
	if (doing === "remove" && hasDraft) return dropDraft(staff, kind, form, args);
	return notFound(pathname + search);
}

export default function Editions({ loaderData, actionData }: Route.ComponentProps) {
	const state: EditionsState | undefined = actionData;
	return (
		<main id="main" className="adm-main" tabIndex={-1}>
			<PageStyle css={css} />
			<DoneBanner done={loaderData.done} />
			{loaderData.page === "list" && <EditionsList {...loaderData} />}
			{loaderData.page === "edition" && <EditionPage {...loaderData} state={state} />}
			{loaderData.page === "compare" && <ComparePage {...loaderData} />}
			{loaderData.page === "edit" && <DraftPage {...loaderData} state={state} />}
			{loaderData.page === "remove" && <RemovePage {...loaderData} state={state} />}
		</main>
	);
}
