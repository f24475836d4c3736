import { notFound } from "../platform/http/http.server.ts";
import type { PageHandle } from "../shell/page/page-handle.ts";
import type { Route } from "./+types/not-found";

export const handle = { page: "static" } satisfies PageHandle;

/** Unmatched paths. */
function refuse({ request }: Route.LoaderArgs | Route.ActionArgs): never {
	const { pathname, search } = new URL(request.url);
	notFound(pathname + search);
}

export const loader = refuse;
export const action = refuse;

/** Never rendered: the error page is. It makes this a screen, so that the 404 becomes a page. */
export default function NotFound() {
	return null;
}
