import type { Actor } from "../../../app/accounts/staff/journal.server.ts";
import type { Role } from "../../../app/platform/http/context.server.ts";
import { client, email, NOW, somebody, type World } from "../world.ts";

/** Somebody with a role, as the actor of a request. */
export async function member(
	at: World,
	role: Role,
	name: string = role,
): Promise<Actor & { accountId: string }> {
	const { id } = await somebody(at, email(`${name}@example.ru`));
	await at.db
		.insertInto("staff")
		.values({ account_id: id, role, granted_by: null, granted_at: NOW })
		.execute();
	return { accountId: id, role, client: client(9), requestId: `request of ${name}` };
}

/** The journal, the oldest first. */
export const journalOf = ({ db }: World) =>
	db.selectFrom("staff_events").selectAll().orderBy("number").execute();
