import type { RouterContextProvider } from "react-router";
import { config } from "../../platform/config.server.ts";
import { yearIn } from "../../platform/dates/day-boundaries.server.ts";
import { accountContext, requestIdContext } from "../../platform/http/context.server.ts";
import { readTheme } from "../theme-preference.ts";

/** The root loader's data about the site and the visitor, for every page. */
export function aboutSite(request: Request, context: Readonly<RouterContextProvider>) {
	const account = context.get(accountContext);
	return {
		appName: config.appName,
		appUrl: config.appUrl,
		trial: config.trial,
		registrationOpen: config.registration === "open",
		year: yearIn(Date.now(), config.timeZone),
		theme: readTheme(request.headers.get("Cookie")),
		/** Lets the operator find an error of this request in the log. */
		requestId: context.get(requestIdContext),
		account: account && {
			name: account.name,
			email: account.email,
			/** Works on the service, so the menus lead to the staff's screens. */
			isStaff: account.role !== null,
		},
	};
}

/** The loader of the root: `useRouteLoaderData<RootLoader>("root")`. */
export type RootLoader = typeof aboutSite;
