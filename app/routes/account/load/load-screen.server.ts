import { data, type RouterContextProvider } from "react-router";
import { pendingEmail } from "../../../accounts/email-change/change-email.server.ts";
import { signedIn } from "../../../accounts/http/guards.server.ts";
import { passwordOf } from "../../../accounts/password/password-of.server.ts";
import { LONGEST_ABOUT, readAnswerPreferences } from "../../../accounts/preferences.server.ts";
import { isPackage } from "../../../billing/messages/message-package.server.ts";
import { manualRefund } from "../../../billing/refunds/manual-refund.server.ts";
import { listRefundable, refundToOpen } from "../../../billing/refunds/refundable.server.ts";
import { endsWithAccount } from "../../../billing/renewals/renewal.server.ts";
import { paymentContext } from "../../../billing/services.server.ts";
import { readDetailsPreference } from "../../../chat/tools/details-preference.server.ts";
import { dayOf } from "../../../platform/dates/dates.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { sessionContext } from "../../../platform/http/context.server.ts";
import { clearFlash, readFlash } from "../../../platform/http/flash-cookie.server.ts";
import { PRIVATE } from "../../../platform/http/http.server.ts";
import { readTheme } from "../../../shell/theme-preference.ts";
import { loadConsents } from "./load-consents.server.ts";
import { loadDevices } from "./load-devices.server.ts";
import { loadEvents } from "./load-events.server.ts";
import { loadModels } from "./load-models.server.ts";
import { loadSecondFactor } from "./load-second-factor.server.ts";
import { loadYandex } from "./load-yandex.server.ts";

/** All data of the screen; what has just been done is shown once. */
export async function loadScreen(request: Request, context: Readonly<RouterContextProvider>) {
	const { id, email, name, defaultModel } = signedIn(context);
	const doing = new URL(request.url).searchParams.get("do");
	const flash = await readFlash(request, "/account");
	const [
		wantedEmail,
		password,
		devices,
		consents,
		events,
		secondFactor,
		yandex,
		refundable,
		byHand,
		ends,
		chosen,
		about,
	] = await Promise.all([
		pendingEmail(db(), id),
		passwordOf(db(), id),
		loadDevices(id, context.get(sessionContext) ?? ""),
		loadConsents(id),
		loadEvents(id),
		loadSecondFactor({ id, email }, doing),
		loadYandex(id, flash),
		loadRefundable(id),
		manualRefund(db(), paymentContext(), id, Date.now()),
		endsWithAccount(db(), id),
		loadModels(id, defaultModel),
		readAnswerPreferences(db(), id),
	]);
	const screen = {
		/** The action that is shown as a page of its own. */
		doing,
		flash,
		email,
		wantedEmail,
		name,
		models: chosen.models,
		answerPreferences: about,
		aboutLimit: LONGEST_ABOUT,
		theme: readTheme(request.headers.get("Cookie")),
		details: readDetailsPreference(request.headers.get("Cookie")),
		hasPassword: password.exists,
		/** Null: still the password of the registration. */
		passwordChanged: password.changedAt === null ? null : dayOf(password.changedAt),
		devices,
		consents,
		events,
		secondFactor,
		/** Whether re-authentication asks for the code of the app, too. */
		secondStep: secondFactor.state === "on",
		yandex,
		refundable,
		/** Null: nothing is left that is refunded only by writing to the operator. */
		manualRefund: byHand,
		/** The renewal and the saved card that the deletion ends; null: there are none. */
		ends,
	};
	const headers = new Headers(PRIVATE);
	// The content of an e-mail that trial mode shows is kept a little longer than a message.
	if (flash && !flash.trialCode && !flash.trialLink) {
		headers.append("Set-Cookie", await clearFlash());
	}
	return data(screen, { headers });
}

/** What can be refunded before the account is deleted, and the page that refunds it; null: nothing. */
async function loadRefundable(accountId: string) {
	const found = await listRefundable(db(), paymentContext(), accountId, Date.now(), { atMost: 2 });
	const [first, second] = found;
	if (!first) return null;
	const only = isPackage(first.purchase.plan) ? ("messages" as const) : ("plan" as const);
	return { what: second ? ("several" as const) : only, refund: refundToOpen(found) };
}

export type Screen = Awaited<ReturnType<typeof loadScreen>>["data"];
