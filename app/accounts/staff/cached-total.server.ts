import type { Db } from "../../platform/db/connection.server.ts";
import { TtlCache } from "../../platform/ttl-cache.server.ts";

/** Of more rows than this a total is cached: reading them takes a while, and its change by a few is not seen. */
export const CACHED_FROM = 500;
const CACHE = { ttlMs: 10_000, most: 500 };

const caches = new WeakMap<Db, TtlCache<unknown>>();

/**
 * A total on a screen of the staff; one of more rows than `CACHED_FROM` may be up to ten seconds old.
 * @param key names what is totalled, in this database, and is of one type of value
 * @param rowsIn how many rows a total is of
 */
export async function cachedTotal<V>(
	db: Db,
	key: string,
	read: () => Promise<V>,
	rowsIn: (total: V) => number,
	now = Date.now(),
): Promise<V> {
	const cache = caches.get(db) ?? new TtlCache<unknown>(CACHE);
	caches.set(db, cache);
	const cached = cache.get(key, now) as V | undefined;
	if (cached !== undefined) return cached;
	const total = await read();
	if (rowsIn(total) > CACHED_FROM) cache.set(key, total, now);
	return total;
}
