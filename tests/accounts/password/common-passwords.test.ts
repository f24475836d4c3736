import { expect, test } from "vitest";
import { fingerprints } from "../../../app/accounts/password/common-passwords/fingerprints.server.ts";
import { isListed } from "../../../app/accounts/password/common-passwords/listed.server.ts";
import { isEasyToGuess } from "../../../app/accounts/password/common-passwords/patterns.server.ts";
import { passwordProblem } from "../../../app/accounts/password/password-rules.server.ts";
import { commonest, commonestFingerprints } from "../../../bin/generate/common-passwords/commonest.ts";

const long = (passwords: string[]) => passwords.filter((password) => [...password].length >= 10);

test("check 6: of the ten thousand commonest passwords not one is taken, nor of the others of the list", () => {
	expect(long(commonest.slice(0, 10_000)).length).toBeGreaterThan(100);
	expect(long(commonest).filter((password) => passwordProblem(password) === null)).toEqual([]);
	const shouted = long(commonest).map((password) => password.toUpperCase());
	expect(shouted.filter((password) => passwordProblem(password) === null)).toEqual([]);
});

test("the patterns alone would let many of them pass, so the list is needed", () => {
	expect(long(commonest.slice(0, 10_000)).filter((password) => !isEasyToGuess(password)).length).toBe(70);
});

test("the fingerprints are those of the list that is installed", () => {
	expect(fingerprints.split(/\s/)).toEqual(commonestFingerprints);
});

test("a listed password typed on Russian keys is the same password", () => {
	expect(isListed("ghjcnjgfhjkm")).toBe(true);
	expect(isListed("ПростоПароль")).toBe(true);
	expect(isListed("непростой пароль")).toBe(false);
});
