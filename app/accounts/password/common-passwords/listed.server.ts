import { createHash } from "node:crypto";
import { fingerprints } from "./fingerprints.server.ts";
import { onLatinKeys } from "./patterns.server.ts";

/** Bytes of a fingerprint: of a million good passwords not one matches any of some thousand by chance. */
const BYTES = 6;

const listed = new Set(fingerprints.split(/\s/));

/** Whether a password is in the list of those most often leaked, in any case and keyboard layout. */
export function isListed(password: string): boolean {
	const lower = password.normalize("NFC").toLowerCase();
	return [lower, onLatinKeys(lower)].some((text) => listed.has(fingerprintOf(text)));
}

/** The stored form of a listed password: it can be recognised, but not read. */
export function fingerprintOf(password: string): string {
	return createHash("sha256").update(password).digest().subarray(0, BYTES).toString("base64url");
}
