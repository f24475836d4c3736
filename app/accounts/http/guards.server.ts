import { href, type MiddlewareFunction, type RouterContextProvider, redirect } from "react-router";
import { db } from "../../platform/db/service.server.ts";
import { type Account, accountContext, sessionContext } from "../../platform/http/context.server.ts";
import { PRIVATE } from "../../platform/http/http.ts";
import { findSession } from "../sessions/sessions.server.ts";
import { clientOf } from "./client.server.ts";
import { sessionCookie } from "./cookies.server.ts";

const SAFE_METHODS = new Set(["GET", "HEAD"]);

/**
 * Establishes who asks. Without a cookie nothing is looked up. A visit that was written down gives the
 * cookie a new term under the same value, so that a cookie the action has set is never undone.
 */
export const sessionMiddleware: MiddlewareFunction<Response> = async ({ request, context }, next) => {
	const token = sessionCookie.read(request);
	const session = token && (await findSession(db, token, clientOf(request, context)));
	if (!token || !session) return next();
	context.set(accountContext, session.account);
	context.set(sessionContext, session.sessionId);
	const response = await next();
	if (session.renewed && !setsSession(response))
		response.headers.append("Set-Cookie", sessionCookie.set(token));
	return response;
};

function setsSession(response: Response): boolean {
	return response.headers.getSetCookie().some((cookie) => cookie.startsWith(`${sessionCookie.name}=`));
}

/** In front of a guarded screen: an anonymous visitor signs in first and then comes back. */
export const requireAccount: MiddlewareFunction<Response> = ({ request, context, url }, next) => {
	if (context.get(accountContext)) return next();
	const login = new URLSearchParams({ redirectTo: returnPath(request, url) });
	throw redirect(`${href("/login")}?${login}`, { headers: PRIVATE });
};

/** A form is not sent a second time after signing in, so its page is where to come back to. */
function returnPath(request: Request, url: URL): string {
	const page = SAFE_METHODS.has(request.method) ? url : URL.parse(request.headers.get("Referer") ?? "");
	return page?.origin === url.origin ? page.pathname + page.search : url.pathname;
}

/** In front of signing in and registering: whoever is signed in goes to the chat. */
export const redirectSignedIn: MiddlewareFunction<Response> = ({ request, context }, next) => {
	if (!context.get(accountContext) || !SAFE_METHODS.has(request.method)) return next();
	throw redirect(href("/chat"), { headers: PRIVATE });
};

/** Who is signed in, behind `requireAccount`. */
export function signedIn(context: Readonly<RouterContextProvider>): Account {
	const account = context.get(accountContext);
	if (!account) throw new Error("This route needs `requireAccount` in its middleware.");
	return account;
}
