import { timingSafeEqual } from "node:crypto";
import type { AccountSettings } from "../settings.server.ts";
import { keyedHash } from "../tokens/secrets.server.ts";

type Signing = Pick<AccountSettings, "appUrl" | "secret">;

const proofOf = (secret: string, accountId: string) => keyedHash(secret, "unsubscribe", accountId);

/**
 * The address that unsubscribes an account from news, and does nothing else. The link never expires: the one in an old
 * e-mail must still work.
 */
export const unsubscribeLink = ({ appUrl, secret }: Signing, accountId: string): string =>
	`${appUrl}/news/unsubscribe?token=${accountId}.${proofOf(secret, accountId)}`;

/** The account that such an address of ours unsubscribes. */
export const accountOfLink = (link: string): string =>
	(URL.parse(link)?.searchParams.get("token") ?? "").split(".", 1)[0] ?? "";

/** The account that a token of such an address unsubscribes; null: nobody has signed it. */
export function readUnsubscribeToken({ secret }: Pick<Signing, "secret">, token: string): string | null {
	const [accountId = "", proof = ""] = token.split(".");
	const [given, right] = [Buffer.from(proof), Buffer.from(proofOf(secret, accountId))];
	return given.length === right.length && timingSafeEqual(given, right) ? accountId : null;
}
