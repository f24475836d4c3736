/** An e-mail for the outbox. Its texts come from the module that writes it. */
export type Email = {
	/**
	 * A normalised address. Null: it is sent to nobody; the row is written all the same, so that a request with an
	 * unknown address takes as long as one with a known address.
	 */
	to: string | null;
	/** The subject for the log: `confirm-email`, `reset-password`, … */
	kind: string;
	subject: string;
	text: string;
	html: string;
	/** The address of its button; trial mode prints it on the console. */
	link?: string;
	/** The address is encrypted with the e-mail and deleted with it, since it may not be kept. */
	keepsNoAddress?: boolean;
	/**
	 * Written to many: mail programs get the headers by which one unsubscribes, and where nobody knows whether it was sent
	 * it is not sent again.
	 */
	bulk?: {
		/** Unsubscribes by a POST, without signing in (RFC 8058). */
		unsubscribe: string;
		/**
		 * What the outbox asks by, before each attempt, whether it is still wanted; undefined: it is only tried, or was
		 * written by the previous release.
		 */
		of?: { newsletterId: string; accountId: string };
	};
};

/** An e-mail with a recipient. */
export type AddressedEmail = Email & { to: string };
