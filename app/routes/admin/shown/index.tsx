import { data } from "react-router";
import { staffWith } from "../../../accounts/http/staff-guards.server.ts";
import texts from "../../../i18n/ru/admin.ts";
import { notFound, PRIVATE, routeHeaders } from "../../../platform/http/http.server.ts";
import type { PageHandle } from "../../../shell/page/page-handle.ts";
import { PageStyle } from "../../../shell/page/page-style.tsx";
import { pageTitle } from "../../../shell/page/page-title.ts";
import type { Route } from "./+types/index";
import { loadShown, sendShown } from "./load-shown.server.ts";
import { openShown } from "./open-shown.server.ts";
import css from "./shown.css?inline";
import { ShownConversationPage } from "./shown-conversation-page.tsx";
import { ShownList } from "./shown-list.tsx";

export const handle = { page: "static" } satisfies PageHandle;
export const headers = routeHeaders;
export const middleware: Route.MiddlewareFunction[] = [sendShown];
export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
	const shown = loaderData as Awaited<ReturnType<typeof loader>>["data"] | undefined;
	const title = shown?.page === "conversation" ? shown.title : texts.shown.title;
	return pageTitle(matches, `${title} — ${texts.title}`);
};

/** The conversations that are shown to support now; with `id` one of them, which the journal and its owner learn of. */
export async function loader(args: Route.LoaderArgs) {
	const staff = staffWith("shownConversations", args);
	const { searchParams: query, pathname, search } = new URL(args.request.url);
	const id = query.get("id");
	if (id === null) return data({ page: "list", ...(await loadShown(query)) } as const, { headers: PRIVATE });
	const opened = await openShown(staff, { id, before: query.get("before") }, args);
	return opened
		? data({ page: "conversation", ...opened } as const, { headers: PRIVATE })
		: notFound(pathname + search);
}

/** Nothing here can be changed. */
export function action(args: Route.ActionArgs): never {
	staffWith("shownConversations", args);
	const { pathname, search } = new URL(args.request.url);
	return notFound(pathname + search);
}

export default function Shown({ loaderData }: Route.ComponentProps) {
	return (
		<>
			<PageStyle css={css} />
			<main id="main" className="adm-main" tabIndex={-1}>
				{loaderData.page === "list" ? (
					<ShownList {...loaderData} />
				) : (
					<ShownConversationPage {...loaderData} />
				)}
			</main>
		</>
	);
}
