import { data, href } from "react-router";
import { clientOf } from "../../accounts/http/client.server.ts";
import { becomeOwner, findOwnerLink } from "../../accounts/staff/first-owner.server.ts";
import { db } from "../../platform/db/service.server.ts";
import {
	type Account,
	accountContext,
	type RouteArgs,
	requestIdContext,
} from "../../platform/http/context.server.ts";
import { readForm } from "../../platform/http/forms.server.ts";
import { notFound, PRIVATE } from "../../platform/http/http.server.ts";
import { seeOther } from "../../platform/http/see-other.server.ts";
import { proofNeeded, prove, sendCode } from "../admin/confirm/prove.server.ts";

/** The response to a failed link. */
const REFUSED = { status: 403, headers: PRIVATE };
const MINUTE = 60_000;

/** Reads what the link would do, and for whom. Without a token there is no such page. Changes nothing. */
export async function loadClaim(asked: RouteArgs) {
	const { pathname, search, searchParams: query } = new URL(asked.request.url);
	const token = query.get("token");
	const account = asked.context.get(accountContext);
	const isStaff = account?.role != null;
	if (!token) return notFound(pathname + search);
	const link = await findOwnerLink(db(), token);
	if (link.outcome !== "valid") return data({ step: link.outcome, isStaff } as const, REFUSED);
	const minutes = Math.max(1, Math.ceil((link.expiresAt - Date.now()) / MINUTE));
	if (!account) return data({ step: "sign-in", token, minutes } as const, { headers: PRIVATE });
	const { name, email } = account;
	const needed = await proofNeeded(account, asked);
	return data({ step: "claim", token, minutes, name, email, needed } as const, { headers: PRIVATE });
}

/** Makes the signed-in person, who proves to be there, the owner, by the link. */
export async function claim(asked: RouteArgs) {
	const form = await readForm(asked.request);
	const { pathname, search, searchParams: query } = new URL(asked.request.url);
	const token = query.get("token");
	if (!token) return notFound(pathname + search);
	const account = asked.context.get(accountContext);
	if (!account) return seeOther(`${href("/login")}?${new URLSearchParams({ redirectTo: pathOf(token) })}`);
	const refused = (step: "dead-link" | "has-owner") =>
		data({ step, isStaff: account.role !== null } as const, REFUSED);
	// A dead link asks nobody for a password.
	const link = await findOwnerLink(db(), token);
	if (link.outcome !== "valid") return refused(link.outcome);
	if (form.get("intent") === "send-code") return sendCode(account, {});
	const unproved = await prove(account, form, asked, {});
	if (unproved) return unproved;
	const made = await becomeOwner(db(), { accountId: account.id, token }, actorOf(account, asked));
	return made.outcome === "owner" ? seeOther(href("/admin/start")) : refused(made.outcome);
}

const pathOf = (token: string) => `${href("/owner")}?${new URLSearchParams({ token })}`;

const actorOf = ({ id, role }: Account, { request, context }: RouteArgs) => ({
	accountId: id,
	role,
	client: clientOf(request, context),
	requestId: context.get(requestIdContext),
});
