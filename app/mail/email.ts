/** What the post office carries. The room that writes a letter chooses its words. */
export type Email = {
	/**
	 * A normalised address. Null: nobody gets it; the row is written all the same, so that asking for an
	 * unknown address takes as long as asking for a known one.
	 */
	to: string | null;
	/** What it is about, for the log: `confirm-email`, `reset-password`, … */
	kind: string;
	subject: string;
	text: string;
	html: string;
	/** Where its button leads; a trial shows it on the console. */
	link?: string;
	/** The address is closed away with the letter and gone with it, since we may not keep it. */
	keepsNoAddress?: boolean;
};

/** A letter on its way to somebody. */
export type AddressedEmail = Email & { to: string };
