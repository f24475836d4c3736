import type { RouterContextProvider } from "react-router";
import { lastEvents, OPERATOR } from "../../../accounts/audit/account-events.server.ts";
import { findAccount } from "../../../accounts/find-accounts.server.ts";
import { maskedNetwork } from "../../../accounts/http/request-client.server.ts";
import { actorOf, type Staff } from "../../../accounts/http/staff-guards.server.ts";
import { hasSecondFactor } from "../../../accounts/second-factor/second-factor.server.ts";
import { deviceName } from "../../../accounts/sessions/device.server.ts";
import { lastVisit, openSessions } from "../../../accounts/sessions/sessions.server.ts";
import { roleOf } from "../../../accounts/staff/act-on-person.server.ts";
import { noteInJournal } from "../../../accounts/staff/journal.server.ts";
import { mayActOn, mayDo, mayGiveTo } from "../../../accounts/staff/rights.ts";
import { isEmailShown } from "../../../accounts/staff/show-email.server.ts";
import { emailFor } from "../../../accounts/staff/shown-email.server.ts";
import { linkedYandex } from "../../../accounts/yandex/identities.server.ts";
import { listPurchases } from "../../../billing/payments/purchases.server.ts";
import { readAllowance } from "../../../billing/quota/allowance.server.ts";
import { rublesAndKopecks } from "../../../billing/rubles.server.ts";
import { dayOf, minuteOf } from "../../../platform/dates/dates.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { loadRenewal } from "../renewals/load-renewals.server.ts";
import { loadShownOf } from "../shown/load-shown.server.ts";
import { billingActsOf } from "./billing-acts.server.ts";
import { dataActsOf } from "./data-acts.server.ts";
import type { ActName } from "./perform-act.server.ts";

const ROWS = 20;

/**
 * Everything on a person's card; nothing of what they have written or been answered. The journal keeps who opened it.
 * @returns null: there is no such account
 */
export async function loadPerson(
	staff: Staff,
	accountId: string,
	asked: { request: Request; context: Readonly<RouterContextProvider> },
) {
	const account = await findAccount(db(), accountId);
	// Found by its id only: an address must not name an e-mail.
	if (account?.id !== accountId) return null;
	await noteInJournal(db(), actorOf(staff, asked), { act: "person-opened", accountId });
	const theirs = await roleOf(db(), accountId);
	const allowance = await readAllowance(db(), accountId);
	const { purchases } = await listPurchases(db(), accountId, {
		page: 1,
		rows: ROWS,
		sort: "date",
		descending: true,
	});
	const secondStep = await hasSecondFactor(db(), accountId);
	const sessions = await openSessions(db(), accountId);
	const seenAt = await lastVisit(db(), accountId);
	const events = await lastEvents(db(), accountId, ROWS);
	const isSelf = accountId === staff.id;
	const seesAll = mayDo(staff.role, "emails");
	const isShown = seesAll || (await isEmailShown(db(), staff.id, accountId));
	const mayAct = account.state !== "deleted" && !isSelf && mayActOn(staff.role, theirs);
	const mayGive = account.state !== "deleted" && mayGiveTo(staff.role, theirs, isSelf);
	const acts: ActName[] = [
		...(sessions.length > 0 ? (["end-sessions"] as const) : []),
		...(secondStep ? (["drop-second-step"] as const) : []),
		account.state === "blocked" ? "unblock" : "block",
	];
	return {
		person: {
			id: account.id,
			email: account.email && (isShown ? account.email : emailFor(staff.role, account.email)),
			name: account.name,
			state: account.state,
			createdAt: minuteOf(account.createdAt),
			hasPassword: account.hasPassword,
			secondStep,
			yandex: (await linkedYandex(db(), accountId)) !== null,
			seenAt: seenAt === null ? null : minuteOf(seenAt),
		},
		role: theirs,
		isSelf,
		/** Without it sessions and networks are not shown. */
		seesAll,
		mayShowEmail: !isShown && account.email !== null && (isSelf || mayActOn(staff.role, theirs)),
		acts: mayAct ? acts : [],
		billingActs: mayGive ? billingActsOf(staff) : [],
		dataActs: mayAct ? dataActsOf(staff) : [],
		plan: {
			title: allowance.inForce.plan.title,
			paidUntil: allowance.inForce.paidUntil ? dayOf(allowance.inForce.paidUntil) : null,
			used: allowance.used,
			left: allowance.left,
			granted: allowance.granted,
			until: dayOf(allowance.until),
		},
		/** Null: nothing was ever agreed to. */
		renewal: await loadRenewal(staff, accountId),
		purchases: purchases.map(({ id, plan, amount, state, createdAt }) => ({
			id,
			title: plan.title,
			amount: rublesAndKopecks(amount),
			state,
			at: minuteOf(createdAt),
		})),
		/** The conversations that they show to support now; of these nothing but the times. */
		shown: mayDo(staff.role, "shownConversations") ? await loadShownOf(accountId) : [],
		sessions: (seesAll ? sessions.slice(0, ROWS) : []).map(({ id, userAgent, network, seenAt }) => ({
			id,
			device: deviceName(userAgent),
			network: maskedNetwork(network),
			seenAt: minuteOf(seenAt),
		})),
		events: events.map(({ id, kind, at, network }) => ({
			id,
			kind,
			at: minuteOf(at),
			byOperator: network === OPERATOR.ip,
			network: network === OPERATOR.ip || !seesAll ? null : maskedNetwork(network),
		})),
	};
}

export type LoadedPerson = NonNullable<Awaited<ReturnType<typeof loadPerson>>>;
