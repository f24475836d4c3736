import type { RouterContextProvider } from "react-router";
import { lookInForce } from "../../operator/look/look-in-force.server.ts";
import { config } from "../../platform/config.server.ts";
import { yearIn } from "../../platform/dates/day-boundaries.server.ts";
import { accountContext, requestIdContext } from "../../platform/http/context.server.ts";
import { announcementFor } from "../announcement/hidden-announcement.server.ts";
import { readTheme } from "../theme-preference.ts";

/** The root loader's data about the site and the visitor, for every page. */
export function aboutSite(request: Request, context: Readonly<RouterContextProvider>) {
	const account = context.get(accountContext);
	const { name, logo, css, landing } = lookInForce();
	return {
		appName: name,
		/** The operator's own logo; null: the program's. */
		logo: logo && `/logo?v=${logo.hash}`,
		/** The operator's own accent, as CSS; null: the design's. */
		accent: css,
		/** Parts of the home page that are not shown. */
		hiddenParts: landing.hidden ?? [],
		announcement: announcementFor(account !== null, request),
		appUrl: config.appUrl,
		trial: config.trial,
		registrationOpen: config.registration === "open",
		year: yearIn(Date.now(), config.timeZone),
		theme: readTheme(request.headers.get("Cookie")),
		/** Lets the operator find an error of this request in the log. */
		requestId: context.get(requestIdContext),
		account: account && {
			/** Unlike the e-mail it stays the same: what is kept on the device is of this account. */
			id: account.id,
			name: account.name,
			email: account.email,
			/** Works on the service, so the menus lead to the staff's screens. */
			isStaff: account.role !== null,
		},
	};
}

/** The loader of the root: `useRouteLoaderData<RootLoader>("root")`. */
export type RootLoader = typeof aboutSite;
