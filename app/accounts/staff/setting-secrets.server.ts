import { seal, sealKey, unseal } from "../../mail/seal.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";

/** A shorter secret has no end to be told by. */
const TELLS_FROM = 12;
const TAIL = 4;

/** The end of a secret, by which people tell it from another; empty for a short one. */
export const tailOf = (secret: string): string => (secret.length >= TELLS_FROM ? secret.slice(-TAIL) : "");

/** The part of a secret that any of the staff may see. */
export type KnownSecret = { tail: string; setAt: number };

/** Writes a secret over the one before, in the transaction of the change. @param secret of the installation */
export async function setSecret(
	trx: Db,
	installation: string,
	{ id, value, setBy }: { id: string; value: string; setBy: string | null },
	now: number,
): Promise<void> {
	const fresh = {
		sealed: seal(value, id, sealKey(installation, "setting")),
		tail: tailOf(value),
		set_by: setBy,
		set_at: now,
	};
	await trx
		.insertInto("setting_secrets")
		.values({ id, ...fresh })
		.onConflict((oc) => oc.column("id").doUpdateSet(fresh))
		.execute();
}

export const forgetSecret = (trx: Db, id: string) =>
	trx.deleteFrom("setting_secrets").where("id", "=", id).execute();

/** More are in no section. */
const MOST = 200;

const secretsOf = (db: Db, prefix: string) =>
	db.selectFrom("setting_secrets").selectAll().where("id", "like", `${prefix}/%`).limit(MOST).execute();

/** The secrets of a section as the screens show them, by the part of their id after the section. */
export async function listSecrets(db: Db, prefix: string): Promise<Map<string, KnownSecret>> {
	const rows = await secretsOf(db, prefix);
	return new Map(
		rows.map(({ id, tail, set_at }) => [id.slice(prefix.length + 1), { tail, setAt: Number(set_at) }]),
	);
}

/**
 * The secrets of a section, opened. One that was sealed with another secret of the installation is left out.
 * @param onUnreadable called for each of those
 */
export async function openSecrets(
	db: Db,
	installation: string,
	prefix: string,
	onUnreadable: (id: string) => void,
): Promise<Map<string, string>> {
	const key = sealKey(installation, "setting");
	const opened = new Map<string, string>();
	for (const { id, sealed } of await secretsOf(db, prefix)) {
		try {
			opened.set(id.slice(prefix.length + 1), unseal(sealed, id, key));
		} catch {
			onUnreadable(id);
		}
	}
	return opened;
}
