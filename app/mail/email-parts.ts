/** A part between the greeting and the button: a paragraph, a code to type in, or a table of names and values (a line break in a value stays one). */
export type EmailBlock =
	| string
	| { label: string; code: string }
	| { facts: readonly (readonly [name: string, value: string])[] };

/** The content of an e-mail, before it is laid out. */
export type EmailParts = {
	/** Beside the logo. */
	appName: string;
	subject: string;
	/** Above the greeting: that this is an advertisement, and whose. */
	mark?: string | undefined;
	greeting: string;
	blocks: readonly EmailBlock[];
	button: { label: string; link: string };
	/** Introduces the full link, for mail programs that show no buttons. */
	plainLink: string;
	/** The advice for a reader who did not request it. */
	notYou: string;
	footer: readonly string[];
	/** The last line: how to get no more of these. */
	unsubscribe?: { label: string; link: string } | undefined;
};
