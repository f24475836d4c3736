import type { AddressedEmail } from "./email.ts";

/** The result of one attempt. `problem` is for the log and the outbox: no addresses, no words of the e-mail. */
export type Attempt =
	| { result: "sent" }
	/** Permanent: the mailbox does not exist, or refuses the e-mail. */
	| { result: "refused"; problem: string }
	/** Temporary: no connection, a timeout, «try again later», or wrong settings of this installation. */
	| { result: "later"; problem: string };

/** A transport for e-mail. */
export type Transport = {
	/** `id` is the same at every try, so that an e-mail sent twice can be recognised as one. */
	send(id: string, email: AddressedEmail): Promise<Attempt>;
	/** Whether e-mail can be sent at the moment. */
	isOpen(): Promise<boolean>;
};
