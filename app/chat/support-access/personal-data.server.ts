import type { Db } from "../../platform/db/connection.server.ts";
import type { PersonalData } from "../../platform/personal-data.ts";

const ROWS_AT_ONCE = 100;

/** The conversations that a person has shown to support, and who opened them. */
export const supportAccessData: PersonalData = { part: "supportAccess", read, eraseSome };

async function* read(db: Db, accountId: string) {
	let [at, id] = [-1, ""];
	while (true) {
		const page = await db
			.selectFrom("support_access")
			.selectAll()
			.where("account_id", "=", accountId)
			.where(({ eb, refTuple, tuple }) => eb(refTuple("granted_at", "id"), ">", tuple(at, id)))
			.orderBy("granted_at")
			.orderBy("id")
			.limit(ROWS_AT_ONCE)
			.execute();
		for (const row of page)
			yield {
				conversationId: row.conversation_id,
				note: row.note,
				grantedAt: Number(row.granted_at),
				expiresAt: Number(row.expires_at),
				closedAt: row.closed_at === null ? null : Number(row.closed_at),
				openings: readOpenings(db, row.id),
			};
		const last = page.at(-1);
		if (!last || page.length < ROWS_AT_ONCE) return;
		[at, id] = [Number(last.granted_at), last.id];
	}
}

async function* readOpenings(db: Db, accessId: string) {
	let [after, id] = [-1, ""];
	while (true) {
		const page = await db
			.selectFrom("support_openings as o")
			.leftJoin("accounts as a", "a.id", "o.staff_id")
			.select(["o.id", "o.at", "o.staff_role as role", "a.name"])
			.where("o.access_id", "=", accessId)
			.where(({ eb, refTuple, tuple }) => eb(refTuple("o.at", "o.id"), ">", tuple(after, id)))
			.orderBy("o.at")
			.orderBy("o.id")
			.limit(ROWS_AT_ONCE)
			.execute();
		for (const { at, role, name } of page) yield { at: Number(at), role, name };
		const last = page.at(-1);
		if (!last || page.length < ROWS_AT_ONCE) return;
		[after, id] = [Number(last.at), last.id];
	}
}

/** They go with their conversations; this is for what was written meanwhile. */
async function eraseSome(trx: Db, accountId: string): Promise<number> {
	const { numDeletedRows } = await trx
		.deleteFrom("support_access")
		.where("account_id", "=", accountId)
		.executeTakeFirstOrThrow();
	return Number(numDeletedRows);
}
