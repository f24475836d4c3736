import type { Log } from "../platform/log.server.ts";
import type { Transport } from "./transport.ts";

/** Everything that sending e-mail needs besides the database. */
export type Mailer = {
	transport: Transport;
	/** Encrypts queued e-mails, see `seal`. */
	sealKey: Buffer;
	log: Pick<Log, "warn" | "error">;
	/** How long a request waits for what becomes of its e-mail, in milliseconds; without it, five seconds. */
	waitMs?: number;
	/** Unawaited attempts of this process. Graceful shutdown waits for them: `finishSending`. */
	underWay: Set<Promise<unknown>>;
};

export function openMailer(mailer: Omit<Mailer, "underWay">): Mailer {
	return { ...mailer, underWay: new Set() };
}
