import type { Mailer } from "../mail/mailer.server.ts";

/** The properties of the installation that this module uses. */
export type AccountSettings = {
	/** Prefix of every link in an e-mail. */
	appUrl: string;
	appName: string;
	/** Links and codes of e-mails are returned to the caller, which shows them instead of a mailbox. */
	trial: boolean;
	/** Keys the hashes of codes and of throttle keys. */
	secret: string;
	/** Registering a known e-mail looks like success. */
	hideExistingAccounts: boolean;
	registration: "open" | "closed";
	/** The operator's details, for the foot of an e-mail; a line each. */
	signature: string[];
	/** The time zone of the times in e-mails. */
	timeZone: string;
	mailer: Mailer;
	/** Sign-in through Yandex; null where the operator has not configured it. */
	yandex: YandexSettings | null;
};

export type YandexSettings = {
	clientId: string;
	clientSecret: string;
	oauthUrl: string;
	loginUrl: string;
	/** The time-out of one call to Yandex: a request waits for it. */
	timeoutMs: number;
};
