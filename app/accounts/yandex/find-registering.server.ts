import type { Db } from "../../platform/db/connection.server.ts";
import { hashOfToken } from "../tokens/secrets.server.ts";
import type { YandexProfile } from "./profile.ts";

/** The Yandex profile that registers in this browser. Null: none, or expired. */
export async function findRegistering(
	db: Db,
	stateToken: string | null,
	now = Date.now(),
): Promise<YandexProfile | null> {
	if (!stateToken) return null;
	const found = await db
		.selectFrom("yandex_visits")
		.select(["subject", "login", "email", "name"])
		.where("token_hash", "=", hashOfToken(stateToken))
		.where("purpose", "=", "register")
		.where("expires_at", ">", now)
		.executeTakeFirst();
	return found?.subject && found.login !== null
		? { ...found, subject: found.subject, login: found.login }
		: null;
}
