import type { Db } from "../../platform/db/connection.server.ts";
import type { Tool } from "../../tools/tool.server.ts";

/** The account and the conversation of a call. */
export type GrantOf = { accountId: string; conversationId: string };

/** The subject of a grant: the tool as it is now, since another schema voids the grant. */
type Granted = { server: string | null; tool: string; schemaHash: string };

/** The names towards the model of those tools that may run without asking: the person has allowed them here, or always. */
export async function grantedTools(
	db: Db,
	{ accountId, conversationId }: GrantOf,
	tools: readonly Tool[],
): Promise<Set<string>> {
	const asking = tools.filter(({ asks }) => asks);
	if (asking.length === 0) return new Set();
	const rows = await db
		.selectFrom("tool_grants")
		.select(["tool", "schema_hash"])
		.where("account_id", "=", accountId)
		.where((eb) => eb.or([eb("conversation_id", "is", null), eb("conversation_id", "=", conversationId)]))
		.where(
			"tool",
			"in",
			asking.map(({ name }) => name),
		)
		.execute();
	return new Set(
		asking
			.filter(({ name, schemaHash }) =>
				rows.some((row) => row.tool === name && row.schema_hash === schemaHash),
			)
			.map(({ name }) => name),
	);
}

/** Allows a tool from now on, in a conversation or (null) everywhere. Repeating it is harmless. */
export async function grant(
	trx: Db,
	accountId: string,
	{ server, tool, schemaHash }: Granted,
	conversationId: string | null,
	now: number,
): Promise<void> {
	await revoke(trx, accountId, tool, conversationId);
	await trx
		.insertInto("tool_grants")
		.values({
			account_id: accountId,
			server: server ?? "",
			tool,
			schema_hash: schemaHash,
			scope: conversationId === null ? "always" : "chat",
			conversation_id: conversationId,
			at: now,
		})
		.execute();
}

/** Takes back what was allowed. */
export async function revoke(
	db: Db,
	accountId: string,
	tool: string,
	conversationId: string | null,
): Promise<void> {
	await db
		.deleteFrom("tool_grants")
		.where("account_id", "=", accountId)
		.where("tool", "=", tool)
		.where("conversation_id", conversationId === null ? "is" : "=", conversationId)
		.execute();
}

/** The grants of a conversation, for the page that revokes them. */
export async function listGrants(db: Db, { accountId, conversationId }: GrantOf) {
	const rows = await db
		.selectFrom("tool_grants")
		.select(["tool", "server", "scope", "at"])
		.where("account_id", "=", accountId)
		.where((eb) => eb.or([eb("conversation_id", "is", null), eb("conversation_id", "=", conversationId)]))
		.orderBy("at")
		.orderBy("tool")
		.limit(MOST_LISTED)
		.execute();
	return rows.map((row) => ({ ...row, at: Number(row.at) }));
}

const MOST_LISTED = 200;
