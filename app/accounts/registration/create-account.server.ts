import { randomUUID } from "node:crypto";
import type { Db } from "../../platform/db/connection.server.ts";
import type { ConsentsTable } from "../../platform/db/tables/accounts.ts";
import type { AcceptedDocuments } from "./pending-registrations.server.ts";

/** The data of a new account: the password, and the proof of the consents, with their time and network. */
export type Evidence = {
	/** Null for an account that signs in through another identity. */
	passwordHash: string | null;
	name?: string | null;
	accepted: AcceptedDocuments;
	at: number;
	ipNetwork: string;
	userAgent: string;
	/** The gift of its invitation. */
	gift?: string | null;
};

/** Creates an account with its consents (152-ФЗ, art. 9: separate, provable). Null: the e-mail has one already. */
export async function createAccount(
	trx: Db,
	email: string,
	evidence: Evidence,
	now: number,
): Promise<string | null> {
	const account = await trx
		.insertInto("accounts")
		.values({
			id: randomUUID(),
			email,
			password_hash: evidence.passwordHash,
			name: evidence.name ?? null,
			state: "active",
			created_at: now,
			seen_at: now,
			gift: evidence.gift ?? null,
		})
		.onConflict((oc) => oc.column("email").doNothing())
		.returning("id")
		.executeTakeFirst();
	if (!account) return null;
	const { offer, personalData, news } = evidence.accepted;
	const given: [ConsentsTable["kind"], string | null][] = [
		["offer", offer],
		["personal-data", personalData],
		["news", news],
	];
	await trx
		.insertInto("consents")
		.values(
			given.flatMap(([kind, version]) =>
				version === null
					? []
					: {
							id: randomUUID(),
							account_id: account.id,
							kind,
							act: "given" as const,
							document_version: version,
							at: evidence.at,
							ip_network: evidence.ipNetwork,
							user_agent: evidence.userAgent,
						},
			),
		)
		.execute();
	return account.id;
}
