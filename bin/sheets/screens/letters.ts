import { paidEmail, type Sender } from "../../../app/billing/emails.server.ts";
import type { RenewalRow } from "../../../app/billing/renewals/renewal.server.ts";
import {
	cardExpiringEmail,
	chargedEmail,
	endedByFailureEmail,
	failedEmail,
	soonEmail,
	stoppedEmail,
} from "../../../app/billing/renewals/renewal-emails.server.ts";
import type { Email } from "../../../app/mail/email.ts";
import { LOGO_ID, LOGO_PNG } from "../../../app/mail/logo-image.server.ts";
import { PLUS } from "../fill-account.ts";
import type { Screen } from "../take-picture.ts";

const DAY = 86_400_000;
const CARD = "Карта ••\u00a04477";
const ANNA = "anna@pochta.ru";
const LOGO = `data:image/png;base64,${LOGO_PNG.toString("base64")}`;
const SENDER: Sender = {
	appUrl: "https://chat.example.ru",
	appName: "Собеседник",
	signature: ["ООО «Пример», ИНН 7700000000, help@example.ru"],
	timeZone: "Europe/Moscow",
};
/** The day of the drawings, and the end of the paid time in them. */
const NOW = Date.parse("2026-11-22T11:40:00Z");
const UNTIL = Date.parse("2026-12-14T20:59:59Z");
const REFUSED = { card: CARD, reason: "insufficient_funds", amount: PLUS.price, at: NOW };
const RENEWAL = {
	plan: JSON.stringify(PLUS),
	plan_key: PLUS.key,
	paid_until: UNTIL,
	charge_at: UNTIL,
} as RenewalRow;

/** An e-mail as a mail program shows it, with its picture from inside the message. */
const letter = (email: () => Email): Screen => ({
	full: true,
	width: 640,
	open: (page) => page.setContent(email().html.replaceAll(`cid:${LOGO_ID}`, LOGO)),
});

export const LETTER_SCREENS: Record<string, Screen> = {
	"letter-renewal-soon": letter(() =>
		soonEmail(SENDER, ANNA, {
			chargeAt: UNTIL,
			until: UNTIL + 30 * DAY,
			plan: PLUS,
			card: CARD,
			token: "Jx3mQ0v5b7TzK2pR",
		}),
	),
	"letter-renewal-charged": letter(() =>
		chargedEmail(SENDER, ANNA, RENEWAL, {
			endsBy: null,
			id: "7b0f6c52-3c1e-5d44-8a19-4e2d9b6a1f03",
			amount: PLUS.price,
			paidAt: UNTIL - DAY,
			until: UNTIL + 30 * DAY,
			receipt: ANNA,
			card: CARD,
		}),
	),
	"letter-renewal-failed": letter(() =>
		failedEmail(SENDER, ANNA, RENEWAL, { ...REFUSED, nextAt: UNTIL + 2 * DAY, lastAt: UNTIL + 5 * DAY }),
	),
	"letter-renewal-off-failed": letter(() => endedByFailureEmail(SENDER, ANNA, RENEWAL, REFUSED)),
	"letter-renewal-off": letter(() =>
		stoppedEmail(SENDER, ANNA, RENEWAL, { title: CARD, isDeleted: false }, NOW),
	),
	"letter-card-expiring": letter(() =>
		cardExpiringEmail(
			SENDER,
			ANNA,
			RENEWAL,
			{ title: CARD, expiresAt: Date.parse("2026-11-30T20:59:59Z") },
			NOW,
		),
	),
	"letter-paid": letter(() =>
		paidEmail(SENDER, ANNA, {
			id: "2f4d8a1c-7f0e-4b52-9c31-0a5c6f7e8d90",
			plan: PLUS,
			promoCode: null,
			promoDays: 0,
			amount: PLUS.price,
			paidAt: NOW,
			method: CARD,
			until: UNTIL,
			follows: false,
			receiptEmail: ANNA,
			renews: null,
			ended: null,
		}),
	),
};
