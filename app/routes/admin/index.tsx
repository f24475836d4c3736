import { redirect } from "react-router";
import { staffWith } from "../../accounts/http/staff-guards.server.ts";
import { mayDo } from "../../accounts/staff/rights.ts";
import { PRIVATE } from "../../platform/http/http.server.ts";
import type { PageHandle } from "../../shell/page/page-handle.ts";
import type { Route } from "./+types/index";

export const handle = { page: "static" } satisfies PageHandle;

/** The first section that the role sees. */
export function loader(args: Route.LoaderArgs) {
	const { role } = staffWith("any", args);
	const to = mayDo(role, "people") ? "/admin/people" : "/admin/payments";
	return redirect(to, { status: 303, headers: PRIVATE });
}

/** Never rendered. It makes this a screen, so that its 404 is the page of an unknown address. */
export default function Admin() {
	return null;
}
