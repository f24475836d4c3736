import type { Mailer } from "../mail/mailer.server.ts";

/** What this room has to know of the installation. */
export type AccountSettings = {
	/** Begins every link in a letter. */
	appUrl: string;
	appName: string;
	/** Links and codes of letters come back to the caller, who shows them instead of a mailbox. */
	trial: boolean;
	/** Keys the hashes of codes and of throttle keys. */
	secret: string;
	/** Registering a known e-mail looks like success. */
	hideExistingAccounts: boolean;
	registration: "open" | "closed";
	/** Who the operator is, for the foot of a letter; a line each. */
	signature: string[];
	/** In which a letter says when something was. */
	timeZone: string;
	office: Mailer;
	/** Sign-in through Yandex; null where the operator has not configured it. */
	yandex: YandexSettings | null;
};

export type YandexSettings = {
	clientId: string;
	clientSecret: string;
	oauthUrl: string;
	loginUrl: string;
	/** For one call to Yandex: a person waits for it. */
	timeoutMs: number;
};
