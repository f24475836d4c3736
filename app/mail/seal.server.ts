import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A key for one purpose, derived from the installation's secret. */
export function sealKey(
	secret: string,
	use: "outbox" | "second factor" | "saved card" | "setting" = "outbox",
): Buffer {
	return Buffer.from(hkdfSync("sha256", secret, "", `sobesednik ${use}`, 32));
}

/**
 * Encrypts a text for the row `id`. A queued e-mail has a link that opens an account: even a stolen copy of the
 * database, or of its log, where deleted rows remain for a while, must not contain it in plain text.
 */
export function seal(text: string, id: string, key: Buffer): string {
	const nonce = randomBytes(NONCE_BYTES);
	const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(id));
	const closed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
	return Buffer.concat([nonce, cipher.getAuthTag(), closed]).toString("base64");
}

/** @throws with another key, or when the text was altered or moved to another row */
export function unseal(sealed: string, id: string, key: Buffer): string {
	const bytes = Buffer.from(sealed, "base64");
	const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
		.setAAD(Buffer.from(id))
		.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
	return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString(
		"utf8",
	);
}
