import { requireAccount, signedIn } from "../../accounts/http/guards.server.ts";
import { getI18n } from "../../i18n/middleware.server.ts";
import { routeHeaders } from "../../platform/http/http.server.ts";
import type { PageHandle } from "../../shell/page/page-handle.ts";
import { pageTitle } from "../../shell/page/page-title.ts";
import type { Route } from "./+types/index";
import { loadText } from "./text-page/load-text.server.ts";
import { TextPage } from "./text-page/text-page.tsx";

export const handle = { page: "static" } satisfies PageHandle;
export const middleware: Route.MiddlewareFunction[] = [requireAccount];
export const headers = routeHeaders;

/** `?file=`: the text of a document. */
export const loader = ({ url, context }: Route.LoaderArgs) =>
	loadText(signedIn(context).id, url, getI18n(context));

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
	pageTitle(matches, loaderData?.title ?? "");

export default function Documents({ loaderData }: Route.ComponentProps) {
	return <TextPage {...loaderData} />;
}
