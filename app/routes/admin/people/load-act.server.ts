import type { RouterContextProvider } from "react-router";
import type { Staff } from "../../../accounts/http/staff-guards.server.ts";
import { emailFor } from "../../../accounts/staff/shown-email.server.ts";
import { renewalOf, renewsHere } from "../../../billing/renewals/renewal.server.ts";
import { paymentContext } from "../../../billing/services.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { proofNeeded } from "../confirm/prove.server.ts";
import { type ActName, findForAct } from "./perform-act.server.ts";

/** The page that confirms an act. @returns null: there is no such account, or the act is not for it */
export async function loadAct(
	staff: Staff,
	accountId: string,
	act: ActName,
	asked: { request: Request; context: Readonly<RouterContextProvider> },
) {
	const account = await findForAct(staff, accountId, act);
	if (!account) return null;
	const { id, email, name } = account;
	const endsRenewal =
		act === "block" && renewsHere(await renewalOf(db(), id), paymentContext()?.renewal ?? null);
	const person = { id, name, email: email && emailFor(staff.role, email) };
	return { act, person, endsRenewal, needed: await proofNeeded(staff, asked) };
}

export type LoadedAct = NonNullable<Awaited<ReturnType<typeof loadAct>>>;
