import { data } from "react-router";
import { staffWith } from "../../../accounts/http/staff-guards.server.ts";
import texts from "../../../i18n/ru/admin.ts";
import { clearFlash, readFlash } from "../../../platform/http/flash-cookie.server.ts";
import { readForm } from "../../../platform/http/forms.server.ts";
import { notFound, PRIVATE, routeHeaders } from "../../../platform/http/http.server.ts";
import type { PageHandle } from "../../../shell/page/page-handle.ts";
import { pageTitle } from "../../../shell/page/page-title.ts";
import { DoneBanner } from "../done-banner.tsx";
import type { Route } from "./+types/index";
import { ActPage } from "./act-page.tsx";
import { BillingActPage } from "./billing-act-page.tsx";
import { billingActOf, loadBillingAct, performBillingAct } from "./billing-acts.server.ts";
import { DataActPage } from "./data-act-page.tsx";
import { dataActOf, loadDataAct, performDataAct } from "./data-acts.server.ts";
import { actOnInvitation, invitationActOf } from "./invitations/act-on-invitation.server.ts";
import { InvitationActPage } from "./invitations/invitation-act-page.tsx";
import { InvitePage } from "./invitations/invite-page.tsx";
import { loadInvitationAct, loadInvitations } from "./invitations/load-invitations.server.ts";
import { sendInvitations } from "./invitations/send-invitations.server.ts";
import { loadAct } from "./load-act.server.ts";
import { loadPeople, sendPeople } from "./load-people.server.ts";
import { loadPerson } from "./load-person.server.ts";
import { PeopleList } from "./people-list.tsx";
import { actOf, performAct } from "./perform-act.server.ts";
import { PersonCard } from "./person-card.tsx";
import { sendPersonFile } from "./person-file.server.ts";
import { loadShowEmail, performShowEmail } from "./show-email/show-email.server.ts";
import { ShowEmailPage } from "./show-email/show-email-page.tsx";

export const handle = { page: "static" } satisfies PageHandle;
export const headers = routeHeaders;
export const middleware: Route.MiddlewareFunction[] = [sendPersonFile, sendPeople];
export const meta: Route.MetaFunction = ({ matches }) =>
	pageTitle(matches, `${texts.people.title} — ${texts.title}`);

/** The list; with `account` a person's card, with `do` the page of an act. */
export async function loader(args: Route.LoaderArgs) {
	const staff = staffWith("people", args);
	const { searchParams: query, pathname, search } = new URL(args.request.url);
	const flash = await readFlash(args.request, pathname);
	// Shown once.
	const init = { headers: flash ? { ...PRIVATE, "Set-Cookie": await clearFlash() } : PRIVATE };
	const done = flash && { cause: flash.cause, trialLink: flash.trialLink };
	const accountId = query.get("account");
	const doing = query.get("do");
	if (accountId === null) {
		if (doing === "invite")
			return data({ page: "invite", done, ...(await loadInvitations(staff, query, args)) } as const, init);
		const invitationAct = invitationActOf(doing);
		if (invitationAct) {
			const loaded = await loadInvitationAct(staff, query.get("invitation") ?? "", args);
			if (!loaded) return notFound(pathname + search);
			return data({ page: "invitation-act", done: null, act: invitationAct, ...loaded } as const, init);
		}
		return data({ page: "list", done, ...(await loadPeople(staff, query)) } as const, init);
	}
	if (doing !== null) {
		const billingAct = billingActOf(doing, staff);
		const billing = billingAct && (await loadBillingAct(staff, accountId, billingAct, args));
		if (billing) return data({ page: "billing-act", done: null, ...billing } as const, init);
		const dataAct = dataActOf(doing, staff);
		const kept = dataAct && (await loadDataAct(staff, accountId, dataAct, args));
		if (kept) return data({ page: "data-act", done: null, ...kept } as const, init);
		const masked = doing === "show-email" && (await loadShowEmail(staff, accountId, args));
		if (masked) return data({ page: "show-email", done: null, ...masked } as const, init);
		const act = actOf(doing);
		const loaded = act && (await loadAct(staff, accountId, act, args));
		return loaded ? data({ page: "act", done: null, ...loaded } as const, init) : notFound(pathname + search);
	}
	const person = await loadPerson(staff, accountId, args);
	return person ? data({ page: "person", done, ...person } as const, init) : notFound(pathname + search);
}

export async function action(args: Route.ActionArgs) {
	const staff = staffWith("people", args);
	const { searchParams: query, pathname, search } = new URL(args.request.url);
	const form = await readForm(args.request);
	const accountId = query.get("account");
	if (accountId === null && query.get("do") === "invite") return sendInvitations(staff, form, args);
	const invitationAct = accountId === null ? invitationActOf(query.get("do")) : null;
	if (invitationAct) return actOnInvitation(staff, query.get("invitation") ?? "", invitationAct, form, args);
	const billingAct = billingActOf(query.get("do") ?? "", staff);
	if (accountId !== null && billingAct) return performBillingAct(staff, accountId, billingAct, form, args);
	const dataAct = dataActOf(query.get("do") ?? "", staff);
	if (accountId !== null && dataAct) return performDataAct(staff, accountId, dataAct, form, args);
	if (accountId !== null && query.get("do") === "show-email")
		return performShowEmail(staff, accountId, form, args);
	const act = actOf(query.get("do") ?? "");
	return accountId !== null && act
		? performAct(staff, accountId, act, form, args)
		: notFound(pathname + search);
}

export default function People({ loaderData, actionData }: Route.ComponentProps) {
	const state = actionData ?? undefined;
	return (
		<main id="main" className="adm-main" tabIndex={-1}>
			<DoneBanner done={loaderData.done} />
			{loaderData.page === "list" && <PeopleList {...loaderData} />}
			{loaderData.page === "person" && <PersonCard {...loaderData} />}
			{loaderData.page === "act" && <ActPage {...loaderData} state={state} />}
			{loaderData.page === "billing-act" && <BillingActPage {...loaderData} state={state} />}
			{loaderData.page === "show-email" && <ShowEmailPage {...loaderData} state={state} />}
			{loaderData.page === "data-act" && <DataActPage {...loaderData} state={state} />}
			{loaderData.page === "invite" && <InvitePage {...loaderData} state={state} />}
			{loaderData.page === "invitation-act" && <InvitationActPage {...loaderData} state={state} />}
		</main>
	);
}
