import { data } from "react-router";
import { staffWith } from "../../../accounts/http/staff-guards.server.ts";
import { mayDo } from "../../../accounts/staff/rights.ts";
import { listStaff } from "../../../accounts/staff/roles.server.ts";
import texts from "../../../i18n/ru/admin.ts";
import { db } from "../../../platform/db/service.server.ts";
import { readForm } from "../../../platform/http/forms.server.ts";
import { notFound, PRIVATE, routeHeaders } from "../../../platform/http/http.server.ts";
import type { PageHandle } from "../../../shell/page/page-handle.ts";
import { pageTitle } from "../../../shell/page/page-title.ts";
import { readDone } from "../confirm/done.server.ts";
import { proofNeeded } from "../confirm/prove.server.ts";
import { DoneBanner } from "../done-banner.tsx";
import type { Route } from "./+types/index";
import { changeRole } from "./change-role.server.ts";
import { RolePage } from "./role-page.tsx";
import { sendTeam } from "./team-csv.server.ts";
import { TeamList } from "./team-list.tsx";

export const handle = { page: "static" } satisfies PageHandle;
export const headers = routeHeaders;
export const middleware: Route.MiddlewareFunction[] = [sendTeam];
export const meta: Route.MetaFunction = ({ matches }) =>
	pageTitle(matches, `${texts.team.title} — ${texts.title}`);

/** The team; with `do=role` the form of a role: `account` has one already, without it somebody new gets one. */
export async function loader(args: Route.LoaderArgs) {
	const { searchParams: query, pathname, search } = new URL(args.request.url);
	if (query.get("do") === "role") {
		const staff = staffWith("roles", args);
		const wanted = query.get("account");
		const member = wanted === null ? null : (await listStaff(db())).find(({ id }) => id === wanted);
		if (member === undefined) return notFound(pathname + search);
		const needed = await proofNeeded(staff, args, true);
		return data({ page: "role", member, needed } as const, { headers: PRIVATE });
	}
	const staff = staffWith("team", args);
	const { done, init } = await readDone(args);
	const loaded = {
		page: "list",
		done,
		self: staff.id,
		mayChange: mayDo(staff.role, "roles"),
		members: await listStaff(db()),
	} as const;
	return data(loaded, init);
}

export async function action(args: Route.ActionArgs) {
	const staff = staffWith("roles", args);
	return changeRole(staff, await readForm(args.request), args);
}

export default function Team({ loaderData, actionData }: Route.ComponentProps) {
	return (
		<main id="main" className="adm-main" tabIndex={-1}>
			{loaderData.page === "list" && (
				<>
					<DoneBanner done={loaderData.done} />
					<TeamList {...loaderData} />
				</>
			)}
			{loaderData.page === "role" && <RolePage {...loaderData} state={actionData} />}
		</main>
	);
}
