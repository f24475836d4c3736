import { sql } from "kysely";

/** Condition of a query on answers or prompts: their conversation is not deleted. */
export const isOfConversation = (table: "answers" | "prompts") =>
	sql<boolean>`exists (select 1 from conversations
		where conversations.id = ${sql.ref(`${table}.conversation_id`)} and conversations.deleted_at is null)`;
