import type { Selectable } from "kysely";
import type { Db } from "../../platform/db/connection.server.ts";
import type { NewslettersTable } from "../../platform/db/tables/newsletters.ts";
import { countUpTo } from "../staff/count-up-to.server.ts";

export type NewsletterRow = Selectable<NewslettersTable>;

export const NEWSLETTERS_PER_PAGE = 50;

/** A newsletter as it is kept. */
export const findNewsletter = (db: Db, id: string): Promise<NewsletterRow | undefined> =>
	db.selectFrom("newsletters").selectAll().where("id", "=", id).executeTakeFirst();

/**
 * A page of the newsletters, the newest first.
 * @param after goes on from this one; one that is gone begins anew
 */
export async function listNewsletters(db: Db, { after = "", rows: most = NEWSLETTERS_PER_PAGE } = {}) {
	const last = after ? await findNewsletter(db, after) : undefined;
	const rows = await db
		.selectFrom("newsletters")
		.selectAll()
		.$if(last !== undefined, (query) =>
			query.where(({ eb, refTuple, tuple }) =>
				eb(refTuple("created_at", "id"), "<", tuple(Number(last?.created_at), last?.id ?? "")),
			),
		)
		.orderBy("created_at", "desc")
		.orderBy("id", "desc")
		.limit(most + 1)
		.execute();
	const newsletters = rows.slice(0, most);
	return { newsletters, next: rows.length > most ? (newsletters.at(-1)?.id ?? null) : null };
}

/** How many newsletters there are; at most `COUNTED` and one. */
export const countNewsletters = (db: Db): Promise<number> =>
	countUpTo(db, db.selectFrom("newsletters").select("id"));
