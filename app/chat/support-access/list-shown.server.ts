import { countUpTo } from "../../accounts/staff/count-up-to.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { isLive } from "./support-access.server.ts";

export const SHOWN_PER_PAGE = 50;

/** A conversation that support may read now; of its content nothing, nor its title. */
export type ListedAccess = {
	id: string;
	accountId: string;
	email: string | null;
	name: string | null;
	grantedAt: number;
	expiresAt: number;
	/** When somebody of the staff has last opened it; null: nobody has. */
	openedAt: number | null;
};

/**
 * The conversations that are shown to support now, those that were shown last first.
 * @param accountId of this person only
 * @param after goes on from this one; one that is gone begins anew
 * @returns `next`: the id to go on from; null: this is the last page
 */
export async function listShown(
	db: Db,
	{
		accountId,
		after = "",
		rows: most = SHOWN_PER_PAGE,
	}: { accountId?: string; after?: string; rows?: number },
	now = Date.now(),
): Promise<{ shown: ListedAccess[]; next: string | null }> {
	const last = after
		? await db
				.selectFrom("support_access")
				.select(["id", "expires_at"])
				.where("id", "=", after)
				.executeTakeFirst()
		: undefined;
	const rows = await db
		.selectFrom("support_access")
		.innerJoin("accounts as owner", "owner.id", "support_access.account_id")
		.select(["support_access.id", "support_access.account_id as accountId", "owner.email", "owner.name"])
		.select(["support_access.granted_at as grantedAt", "support_access.expires_at as expiresAt"])
		.select((eb) =>
			eb
				.selectFrom("support_openings as o")
				.select(({ fn }) => fn.max<number | null>("o.at").as("at"))
				.whereRef("o.access_id", "=", "support_access.id")
				.as("openedAt"),
		)
		.where(isLive(now))
		.$if(accountId !== undefined, (query) => query.where("support_access.account_id", "=", accountId ?? ""))
		.$if(last !== undefined, (query) =>
			query.where(({ eb, refTuple, tuple }) =>
				eb(
					refTuple("support_access.expires_at", "support_access.id"),
					"<",
					tuple(Number(last?.expires_at), last?.id ?? ""),
				),
			),
		)
		.orderBy("support_access.expires_at", "desc")
		.orderBy("support_access.id", "desc")
		.limit(most + 1)
		.execute();
	const shown = rows.slice(0, most).map(({ grantedAt, expiresAt, openedAt, ...row }) => ({
		...row,
		grantedAt: Number(grantedAt),
		expiresAt: Number(expiresAt),
		openedAt: openedAt === null ? null : Number(openedAt),
	}));
	return { shown, next: rows.length > most ? (shown.at(-1)?.id ?? null) : null };
}

/** How many conversations are shown now; at most `COUNTED` and one. */
export const countShown = (db: Db, now = Date.now()): Promise<number> =>
	countUpTo(db, db.selectFrom("support_access").select("support_access.id").where(isLive(now)));
