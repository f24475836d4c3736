import { data, href } from "react-router";
import * as v from "valibot";
import { requireAccount, signedIn } from "../../../accounts/http/guards.server.ts";
import {
	closeSupportAccess,
	NOTE_LIMIT,
	showToSupport,
} from "../../../chat/support-access/support-access.server.ts";
import texts from "../../../i18n/ru/support-access.ts";
import { db } from "../../../platform/db/service.server.ts";
import { clearFlash, readFlash, setFlash } from "../../../platform/http/flash-cookie.server.ts";
import { parseForm, readForm } from "../../../platform/http/forms.server.ts";
import {
	badRequest,
	notFound,
	PRIVATE,
	routeHeaders,
	tooManyRequests,
} from "../../../platform/http/http.server.ts";
import { seeOther } from "../../../platform/http/see-other.server.ts";
import type { PageHandle } from "../../../shell/page/page-handle.ts";
import { pageTitle } from "../../../shell/page/page-title.ts";
import type { Route } from "./+types/index";
import { loadOwnShown, loadShow } from "./load-show.server.ts";
import { OwnShown } from "./own-shown.tsx";
import { ShowPage } from "./show-page.tsx";

export const handle = { page: "static" } satisfies PageHandle;
export const middleware: Route.MiddlewareFunction[] = [requireAccount];
export const headers = routeHeaders;
export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, texts.title);

const HERE = href("/chat/show");

const showForm = v.object({
	conversationId: v.string(),
	intent: v.pipe(v.string(), v.picklist(["show", "close"])),
	note: v.pipe(v.string(), v.trim(), v.maxLength(NOTE_LIMIT, "long")),
});

/**
 * `?c=<conversation>`: what is shown to support, to whom and for how long; then who has opened it. Without it what the
 * account shows now.
 */
export async function loader({ request, url, context }: Route.LoaderArgs) {
	const { id } = signedIn(context);
	const conversationId = url.searchParams.get("c");
	if (conversationId === null)
		return data({ page: "list", ...(await loadOwnShown(id)) } as const, { headers: PRIVATE });
	const loaded = await loadShow(id, conversationId);
	if (!loaded) return notFound(url.pathname + url.search);
	const flash = await readFlash(request, HERE);
	// Shown once.
	const init = { headers: flash ? { ...PRIVATE, "Set-Cookie": await clearFlash() } : PRIVATE };
	const closed = flash?.cause === "closed" && loaded.until === null;
	return data({ page: "conversation", ...loaded, closed } as const, init);
}

export async function action({ request, url, context }: Route.ActionArgs) {
	const { id } = signedIn(context);
	const form = parseForm(showForm, await readForm(request));
	if (!form.ok && !form.errors.note) throw new Response("Форма заполнена не полностью.", { status: 400 });
	if (!form.ok) return badRequest({ note: form.values.note ?? "", problem: "long" as const });
	const { intent, conversationId, note } = form.value;
	const here = `${HERE}?${new URLSearchParams({ c: conversationId })}`;
	if (intent === "close") {
		const isOwn = await closeSupportAccess(db(), id, conversationId);
		if (!isOwn) return notFound(url.pathname + url.search);
		return seeOther(here, await setFlash(HERE, "closed"));
	}
	const shown = await showToSupport(db(), id, { conversationId, note });
	switch (shown.outcome) {
		case "shown":
			return seeOther(here);
		case "too-many":
			return tooManyRequests({ note, problem: "too-many" as const }, shown.retryAfterMs / 1_000);
		case "no-such-conversation":
			return notFound(url.pathname + url.search);
	}
}

export default function ShowToSupport({ loaderData, actionData }: Route.ComponentProps) {
	return loaderData.page === "list" ? (
		<OwnShown {...loaderData} />
	) : (
		<ShowPage {...loaderData} state={actionData} />
	);
}
