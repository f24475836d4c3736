import { createHash, createHmac, randomBytes, randomInt } from "node:crypto";

/** A value nobody can guess: 32 random bytes, 43 characters that a link and a cookie bear as they are. */
export function newToken(): string {
	return randomBytes(32).toString("base64url");
}

/** What we keep of a token. It is random enough for a plain hash. */
export function hashOfToken(token: string): string {
	return createHash("sha256").update(token).digest("base64url");
}

/** Six digits for a letter. */
export function newCode(): string {
	return String(randomInt(1_000_000)).padStart(6, "0");
}

/** What we keep of something short or guessable. Without the secret, a million tries would undo it. */
export function keyedHash(secret: string, ...parts: string[]): string {
	return createHmac("sha256", secret).update(JSON.stringify(parts)).digest("base64url");
}
