import { createHash, createHmac, randomBytes, randomInt } from "node:crypto";

/** An unguessable value: 32 random bytes, 43 characters that need no encoding in a link or a cookie. */
export function newToken(): string {
	return randomBytes(32).toString("base64url");
}

/** The stored form of a token. It is random enough for a plain hash. */
export function hashOfToken(token: string): string {
	return createHash("sha256").update(token).digest("base64url");
}

/** A six-digit code for an e-mail. */
export function newCode(): string {
	return String(randomInt(1_000_000)).padStart(6, "0");
}

/** The stored form of something short or guessable. Without the secret, a million tries would reverse it. */
export function keyedHash(secret: string, ...parts: string[]): string {
	return createHmac("sha256", secret).update(JSON.stringify(parts)).digest("base64url");
}
