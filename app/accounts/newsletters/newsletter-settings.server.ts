import type { AccountSettings } from "../settings.server.ts";

/** The properties of the installation that newsletters use. */
export type NewsletterSettings = {
	account: AccountSettings;
	/** The sender in the mark of an advertisement, by the details of the moment; null: the operator has not named one. */
	sender: string | null;
	/** How many e-mails are written in a minute. */
	perMinute: number;
};
