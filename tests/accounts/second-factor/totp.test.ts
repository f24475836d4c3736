import { describe, expect, test } from "vitest";
import { base32 } from "../../../app/accounts/second-factor/base32.server.ts";
import { hotp, matchingTimeStep, timeStepAt } from "../../../app/accounts/second-factor/totp.server.ts";
import { fromBase32 } from "../../support/authenticator.ts";

const SEED = Buffer.from("12345678901234567890");

test("RFC 4226, appendix D: the codes of the first ten counters", () => {
	expect(Array.from({ length: 10 }, (_, counter) => hotp(SEED, counter))).toEqual([
		"755224",
		"287082",
		"359152",
		"969429",
		"338314",
		"254676",
		"287922",
		"162583",
		"399871",
		"520489",
	]);
});

// The RFC's codes have eight digits; the shorter ones are their ends.
test.each([
	[59, "94287082"],
	[1_111_111_109, "07081804"],
	[1_111_111_111, "14050471"],
	[1_234_567_890, "89005924"],
	[2_000_000_000, "69279037"],
	[20_000_000_000, "65353130"],
])("RFC 6238, appendix B: at %i s the code ends %s", (seconds, code) => {
	expect(hotp(SEED, timeStepAt(seconds * 1000))).toBe(code.slice(2));
});

describe("a typed code", () => {
	const NOW = 1_763_700_015_000;
	const present = timeStepAt(NOW);

	test("may be one time step early or late, and tells of which step it is", () => {
		for (const off of [-1, 0, 1]) {
			expect(matchingTimeStep(SEED, hotp(SEED, present + off), NOW)).toBe(present + off);
		}
		for (const off of [-3, -2, 2, 3]) {
			expect(matchingTimeStep(SEED, hotp(SEED, present + off), NOW)).toBeNull();
		}
	});

	test("is read as apps show it", () => {
		const code = hotp(SEED, present);
		for (const typed of [`${code.slice(0, 3)} ${code.slice(3)}`, ` ${code}\n`, [...code].join("-")]) {
			expect(matchingTimeStep(SEED, typed, NOW)).toBe(present);
		}
	});

	test("that is too short, too long or no number is simply wrong", () => {
		const code = hotp(SEED, present);
		for (const typed of [
			"",
			code.slice(1),
			`${code}0`,
			`0${code}`,
			"абвгде",
			"１２３４５６",
			"\0".repeat(6),
		]) {
			expect(matchingTimeStep(SEED, typed, NOW)).toBeNull();
		}
	});
});

test("RFC 4648, section 10: Base32, without its padding", () => {
	const vectors = { "": "", f: "MY", fo: "MZXQ", foo: "MZXW6", foob: "MZXW6YQ", fooba: "MZXW6YTB" };
	for (const [bytes, text] of Object.entries(vectors)) {
		expect(base32(Buffer.from(bytes))).toBe(text);
		expect(fromBase32(text).toString()).toBe(bytes);
	}
	expect(base32(Buffer.from("foobar"))).toBe("MZXW6YTBOI");
});
