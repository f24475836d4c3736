/**
 * The step of `/verify-mail`: with a confirmation link, only a press of the button, or in another browser also a
 * password and the consents; in the browser that registered, the code, and when the code is used up only a new e-mail;
 * otherwise the e-mail address to send it to.
 */
export type Step = LinkStep | { kind: "code" | "own-email"; email: string } | { kind: "email" };

export type LinkStep = {
	kind: "button" | "password" | "new-email";
	token: string;
	email: string;
	/** An invitation by the operator, without a registration. */
	invited?: boolean;
};
