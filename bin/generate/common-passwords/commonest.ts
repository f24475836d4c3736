import { dictionary } from "@zxcvbn-ts/language-common";
import { fingerprintOf } from "../../../app/accounts/password/common-passwords/listed.server.ts";

/** The list, the most common first. Shorter ones are refused for their length. */
export const commonest = (dictionary["passwords-common"] as string[]).map((password) =>
	password.toLowerCase(),
);

const SHORTEST = 10;

export const commonestFingerprints = [
	...new Set(commonest.filter((password) => [...password].length >= SHORTEST).map(fingerprintOf)),
].sort();
