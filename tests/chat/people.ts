import { randomUUID } from "node:crypto";
import type { Db } from "../../app/platform/db/connection.server.ts";

/** Puts an account into the database, without the ceremony of registering. */
export async function somebody(db: Db): Promise<string> {
	const id = randomUUID();
	await db
		.insertInto("accounts")
		.values({
			id,
			email: `${id}@example.ru`,
			password_hash: null,
			name: null,
			state: "active",
			created_at: 0,
		})
		.execute();
	return id;
}

/** A question as the composer sends it. */
export function question(text: string, conversationId: string | null = null) {
	return { promptId: randomUUID(), conversationId, text, model: "test-model" };
}
