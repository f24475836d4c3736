import type { Selectable } from "kysely";
import type { Db } from "../db/connection.server.ts";
import { type Clock, databaseTime } from "../db/database-clock.server.ts";
import { isPostgres } from "../db/dialect.server.ts";
import type { ServersTable } from "../db/tables/servers.ts";
import { isDead } from "../jobs/worker-id.server.ts";

/** How often a server shows that it lives. */
export const SIGN_OF_LIFE_MS = 5_000;
/** A server without a sign of life for so long is gone. */
export const GONE_MS = 20_000;

/** A server process of this installation. */
export type OtherServer = Pick<Selectable<ServersTable>, "id" | "schema" | "seen_at"> & {
	/** Names of settings, each with a keyed hash of its value. */
	settings: Record<string, string>;
};

type OwnServer = Pick<Selectable<ServersTable>, "id" | "schema"> & {
	settings: Record<string, string>;
};

/** Enters this server among those on the same PostgreSQL. On SQLite, where a server is alone, it does nothing. */
export async function enterServer(db: Db, { id, schema, settings }: OwnServer, clock?: Clock): Promise<void> {
	if (!isPostgres(db)) return;
	const now = databaseTime(db, clock);
	await db
		.insertInto("servers")
		.values({ id, schema, settings: JSON.stringify(settings), started_at: now, seen_at: now })
		.onConflict((conflict) => conflict.column("id").doUpdateSet({ seen_at: now }))
		.execute();
}

/** @returns whether the server is among them; others take out one that was silent, as one that was frozen is */
export async function showSignOfLife(db: Db, id: string, clock?: Clock): Promise<boolean> {
	if (!isPostgres(db)) return true;
	const { numUpdatedRows } = await db
		.updateTable("servers")
		.set({ seen_at: databaseTime(db, clock) })
		.where("id", "=", id)
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

/** Takes a server out, and those that went without a word. */
export async function leaveServer(db: Db, id: string, clock?: Clock): Promise<void> {
	if (!isPostgres(db)) return;
	await db
		.deleteFrom("servers")
		.where((eb) => eb.or([eb("id", "=", id), eb("seen_at", "<", databaseTime(db, clock, -GONE_MS))]))
		.execute();
}

/**
 * The servers that run on the same PostgreSQL beside this one, at most 100.
 * @param self the id of this one
 */
export async function listOtherServers(db: Db, self: string, clock?: Clock): Promise<OtherServer[]> {
	if (!isPostgres(db)) return [];
	const rows = await db
		.selectFrom("servers")
		.select(["id", "schema", "settings", "seen_at"])
		.where("id", "<>", self)
		.where("seen_at", ">=", databaseTime(db, clock, -GONE_MS))
		.orderBy("started_at")
		.limit(100)
		.execute();
	return rows
		.filter(({ id }) => !isDead(id, self))
		.map((row) => ({ ...row, settings: JSON.parse(row.settings) as Record<string, string> }));
}
