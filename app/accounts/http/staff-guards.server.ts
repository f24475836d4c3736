import { data, type MiddlewareFunction, type RouterContextProvider, redirect } from "react-router";
import { getI18n } from "../../i18n/middleware.server.ts";
import { config } from "../../platform/config.server.ts";
import { db } from "../../platform/db/service.server.ts";
import {
	type Account,
	accountContext,
	type Role,
	type RouteArgs,
	requestIdContext,
} from "../../platform/http/context.server.ts";
import { notFound, PRIVATE } from "../../platform/http/http.server.ts";
import { hasSecondFactor } from "../second-factor/second-factor.server.ts";
import type { Actor } from "../staff/journal.server.ts";
import { mayDo, type Right } from "../staff/rights.ts";
import { clientOf } from "./client.server.ts";

export type Staff = Account & { role: Role };

/**
 * The member of staff who asks for a screen. Each loader and each action of such a screen calls it first: if middleware
 * threw, the error page would lack the root loader's data and so differ from a real 404, which would reveal that the
 * page exists.
 * @throws 404, as for an unknown address, for everybody without a role; 403 for a role without the right
 */
export function staffWith(right: Right | "any", { request, context }: RouteArgs): Staff {
	const account = context.get(accountContext);
	if (!account?.role) {
		const { pathname, search } = new URL(request.url);
		return notFound(pathname + search);
	}
	if (right !== "any" && !mayDo(account.role, right)) return refuse(account.role, context);
	return { ...account, role: account.role };
}

/** @throws 403 */
export function refuse(role: Role, context: Readonly<RouterContextProvider>): never {
	const message = getI18n(context).t(`admin:noRight.${role}`);
	throw data({ message }, { status: 403, statusText: "Forbidden", headers: PRIVATE });
}

/** The actor of an act, for the journal. */
export const actorOf = (staff: Staff, { request, context }: RouteArgs): Actor => ({
	accountId: staff.id,
	role: staff.role,
	client: clientOf(request, context),
	requestId: context.get(requestIdContext),
});

/** In production nobody works on the service by a password alone: leads to where the second factor is turned on. */
export const requireSecondStep: MiddlewareFunction<Response> = async ({ context }, next) => {
	const account = context.get(accountContext);
	if (config.trial || !account?.role || (await hasSecondFactor(db(), account.id))) return next();
	throw redirect("/account?do=totp", { headers: PRIVATE });
};
