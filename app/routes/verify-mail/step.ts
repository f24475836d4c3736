/**
 * What `/verify-mail` asks for: with a letter's link, only a press of the button, or in another browser
 * also a password and the consents; in the browser that registered, the code, and when the code is dead
 * only the letter again; otherwise the e-mail to send the letter to.
 */
export type Step = LinkStep | { kind: "code" | "own-letter"; email: string } | { kind: "letter" };

export type LinkStep = {
	kind: "button" | "password" | "new-email";
	token: string;
	email: string;
	/** The operator has let this person in, who has registered nowhere. */
	invited?: boolean;
};
