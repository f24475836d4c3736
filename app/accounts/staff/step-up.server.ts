import type { Db } from "../../platform/db/connection.server.ts";
import type { Client } from "../http/request-client.server.ts";
import { type OwnerProved, type OwnersProof, proveOwner } from "../password/prove-owner.server.ts";
import type { AccountSettings } from "../settings.server.ts";

const MINUTE = 60_000;
/** The time for which a proof is good for the acts of one session. */
export const STEP_UP_MS = 15 * MINUTE;

/** Whether this session has proved lately that its owner is there. */
export async function hasSteppedUp(db: Db, sessionId: string, now = Date.now()): Promise<boolean> {
	const session = await db
		.selectFrom("sessions")
		.select("id")
		.where("id", "=", sessionId)
		.where("proved_at", ">", now - STEP_UP_MS)
		.executeTakeFirst();
	return session !== undefined;
}

/** Proves anew that the owner is there, and marks the session with it: a stolen cookie alone does nothing. */
export async function stepUp(
	db: Db,
	settings: AccountSettings,
	{ accountId, sessionId }: { accountId: string; sessionId: string },
	proof: OwnersProof,
	client: Client,
	now = Date.now(),
): Promise<OwnerProved> {
	const proved = await proveOwner(db, settings, accountId, proof, client, now);
	if (proved.outcome !== "proved") return proved;
	await db
		.updateTable("sessions")
		.set({ proved_at: now })
		.where("id", "=", sessionId)
		.where("account_id", "=", accountId)
		.execute();
	return proved;
}
