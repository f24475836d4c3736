import { href, type MiddlewareFunction, type RouterContextProvider, redirect } from "react-router";
import { db } from "../../platform/db/service.server.ts";
import { type Account, accountContext, sessionContext } from "../../platform/http/context.server.ts";
import { PRIVATE } from "../../platform/http/http.server.ts";
import { findOpenSessions, findSession } from "../sessions/sessions.server.ts";
import { clientOf } from "./client.server.ts";
import { sessionCookie } from "./cookies.server.ts";

const SAFE_METHODS = new Set(["GET", "HEAD"]);

/**
 * Sets the account of a request. Without a cookie nothing is looked up. When `seen_at` was written, the cookie is
 * renewed with the same value, so that a cookie set by the action is never overwritten.
 */
export const sessionMiddleware: MiddlewareFunction<Response> = async ({ request, context }, next) => {
	const token = sessionCookie.read(request);
	const session = token && (await findSession(db(), token, clientOf(request, context)));
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

/** Guards a screen: redirects an anonymous visitor to sign in and back. */
export const requireAccount: MiddlewareFunction<Response> = ({ request, context, url }, next) => {
	if (context.get(accountContext)) return next();
	throw toLogin(request, url);
};

/**
 * Guards what a form brings that was hours under way: its person may have ended the session meanwhile, or deleted the
 * account, whose data are erased by then. Who has is redirected as by `requireAccount`.
 */
export async function requireOpenSession(
	request: Request,
	context: Readonly<RouterContextProvider>,
): Promise<void> {
	const sessionId = context.get(sessionContext) ?? "";
	const open = await findOpenSessions(db(), [sessionId]);
	if (!open.has(sessionId)) throw toLogin(request, new URL(request.url));
}

function toLogin(request: Request, url: URL): Response {
	const login = new URLSearchParams({ redirectTo: returnPath(request, url) });
	return redirect(`${href("/login")}?${login}`, { headers: PRIVATE });
}

/** A form is not submitted again after signing in, so the redirect returns to its page. */
function returnPath(request: Request, url: URL): string {
	const page = SAFE_METHODS.has(request.method) ? url : URL.parse(request.headers.get("Referer") ?? "");
	return page?.origin === url.origin ? page.pathname + page.search : url.pathname;
}

/** Guards signing in and registering: redirects a signed-in person to the chat. */
export const redirectSignedIn: MiddlewareFunction<Response> = ({ request, context }, next) => {
	if (!context.get(accountContext) || !SAFE_METHODS.has(request.method)) return next();
	throw redirect(href("/chat"), { headers: PRIVATE });
};

/** The signed-in account, behind `requireAccount`. */
export function signedIn(context: Readonly<RouterContextProvider>): Account {
	const account = context.get(accountContext);
	if (!account) throw new Error("This route needs `requireAccount` in its middleware.");
	return account;
}
