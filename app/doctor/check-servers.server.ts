import type { Db } from "../platform/db/connection.server.ts";
import { knownSchema } from "../platform/db/migrate.server.ts";
import { listOtherServers } from "../platform/servers/servers.server.ts";
import { broken, type Finding, fine, note } from "./finding.server.ts";

/** Leases and due times go by the database's clock, so a difference only confuses logs, and second steps. */
const CLOCK_MS = 5_000;

/**
 * The servers that show signs of life on the same PostgreSQL, and this machine's clock against the database's.
 * @param now a time of the database's clock
 */
export async function checkServers(db: Db, now: number): Promise<Finding[]> {
	const apartMs = Math.abs(Date.now() - now);
	const servers = await listOtherServers(db, "");
	const old = servers.filter(({ schema }) => schema < knownSchema());
	return [
		...servers.map(({ id, schema }) => fine(`Сервер ${id}: работает, знает схему до ${schema}`)),
		...(old.length > 0 ? [note(`Из них прежнего выпуска: ${old.length}`)] : []),
		...(apartMs > CLOCK_MS
			? [
					broken(
						`Часы этой машины и базы расходятся на ${Math.round(apartMs / 1_000)} с: включите NTP на обеих`,
					),
				]
			: []),
	];
}
