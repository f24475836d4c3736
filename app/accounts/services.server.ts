import { mailer } from "../mail/service.server.ts";
import { appName } from "../operator/look/look-in-force.server.ts";
import { detailsInForce } from "../operator/service.server.ts";
import { senderOf, signatureOf } from "../operator/signature.server.ts";
import { config, sessionSecret } from "../platform/config.server.ts";
import { service } from "../platform/service.server.ts";
import type { NewsletterSettings } from "./newsletters/newsletter-settings.server.ts";
import type { AccountSettings } from "./settings.server.ts";

/** The account settings of this process. Routes pass them on; the domain takes them as an argument. */
export const accountSettings = service<AccountSettings>("account settings");

/** The same for newsletters. */
export const newsletterSettings = (): NewsletterSettings => ({
	account: accountSettings(),
	get sender() {
		return senderOf(detailsInForce());
	},
	perMinute: config.newsPerMinute,
});

/** Needs the mailer. @returns withdraws them */
export function startAccounts(): () => void {
	accountSettings.provide({
		appUrl: config.appUrl,
		get appName() {
			return appName();
		},
		trial: config.trial,
		secret: sessionSecret(config),
		hideExistingAccounts: config.hideExistingAccounts,
		registration: config.registration,
		get signature() {
			return signatureOf(detailsInForce());
		},
		timeZone: config.timeZone,
		mailer: mailer(),
		yandex: config.yandex ? { ...config.yandex, timeoutMs: 8_000 } : null,
	});
	return accountSettings.withdraw;
}
