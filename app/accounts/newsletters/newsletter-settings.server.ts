import type { AccountSettings } from "../settings.server.ts";

/** The properties of the installation that newsletters use. */
export type NewsletterSettings = {
	account: AccountSettings;
	/** Who sends them, for the mark of an advertisement; null: the operator has not said. */
	sender: string | null;
	/** How many e-mails are written in a minute. */
	perMinute: number;
};
