import { createHash } from "node:crypto";
import { fingerprints } from "./fingerprints.server.ts";
import { onLatinKeys } from "./patterns.server.ts";

/** Bytes of a fingerprint. Of a million good passwords not one meets any of some thousand by chance. */
const BYTES = 6;

const listed = new Set(fingerprints.split(/\s/));

/** Whether a password stands in the list of those most often found in leaks, in whatever case and keyboard layout. */
export function isListed(password: string): boolean {
	const lower = password.normalize("NFC").toLowerCase();
	return [lower, onLatinKeys(lower)].some((text) => listed.has(fingerprintOf(text)));
}

/** What we keep of a listed password: we have to know it again, and nobody needs to read it. */
export function fingerprintOf(password: string): string {
	return createHash("sha256").update(password).digest().subarray(0, BYTES).toString("base64url");
}
