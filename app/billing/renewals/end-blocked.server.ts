import { END_BLOCKED } from "../../accounts/block-account.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { readDatabaseTime } from "../../platform/db/database-clock.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { type JobHandler, minutesDoubling } from "../../platform/jobs/job-handler.server.ts";
import { forgetCard } from "./saved-cards.server.ts";
import { turnOffFor } from "./turn-off.server.ts";

/** Turns the renewal of an account off that was blocked, and deletes its card, as the offer promises. */
export const endBlockedHandler = (db: Db): JobHandler => ({
	kind: END_BLOCKED,
	concurrency: 1,
	leaseMs: 60_000,
	maxAttempts: null,
	pauseMs: minutesDoubling,
	async run({ key }, { clock }) {
		const now = await readDatabaseTime(db, clock);
		await transact(db, async (trx) => {
			await turnOffFor(trx, key, "account", now);
			await forgetCard(trx, key);
		});
		return { outcome: "done" };
	},
});
