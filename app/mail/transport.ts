import type { AddressedEmail } from "./email.ts";

/** What became of one attempt. `problem` is for the log and the outbox: no addresses, no words of the letter. */
export type Attempt =
	| { result: "sent" }
	/** For good: the mailbox does not exist, or the letter is not wanted there. */
	| { result: "refused"; problem: string }
	/** For now: no connection, a time-out, «try again later», or our own settings are wrong. */
	| { result: "later"; problem: string };

/** A way for letters to leave. */
export type Transport = {
	/** `id` is the same at every try, so that a letter sent twice can be recognised as one. */
	send(id: string, letter: AddressedEmail): Promise<Attempt>;
	/** Whether letters can leave at the moment. */
	isOpen(): Promise<boolean>;
};
