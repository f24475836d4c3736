import { argon2 } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import { hashPassword, isOutdated, verifyPassword } from "../../../app/accounts/password/passwords.server.ts";
import { Semaphore } from "../../../app/platform/concurrency/semaphore.server.ts";

// Counted, not replaced.
vi.mock(import("node:crypto"), async (original) => {
	const crypto = await original();
	return { ...crypto, argon2: vi.fn(crypto.argon2) as unknown as typeof crypto.argon2 };
});

async function hashOf(password: string): Promise<string> {
	const hashed = await hashPassword(password);
	if (hashed === "busy") throw new Error("busy");
	return hashed.hash;
}

describe("password hashes", () => {
	test("are argon2id of the agreed cost, each with its own salt", async () => {
		const [one, other] = [await hashOf("слово"), await hashOf("слово")];
		expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
		expect(one).not.toBe(other);
		expect(isOutdated(one)).toBe(false);
		expect(isOutdated("$argon2id$v=19$m=8192,t=1,p=1$c2FsdHNhbHQ$aGFzaA")).toBe(true);
	});

	test("a letter typed in two ways is one letter; nothing is cut, trimmed or folded", async () => {
		const hash = await hashOf("й".repeat(10));
		expect(await verifyPassword("и\u0306".repeat(10), hash)).toBe(true);
		const long = "x".repeat(128);
		const hashOfLong = await hashOf(long);
		expect(await verifyPassword(long, hashOfLong)).toBe(true);
		expect(await verifyPassword(`${long.slice(0, 100)}y${long.slice(101)}`, hashOfLong)).toBe(false);
		expect(await verifyPassword(` ${long}`, hashOfLong)).toBe(false);
		expect(await verifyPassword(long.toUpperCase(), hashOfLong)).toBe(false);
	});

	test("somebody who is not there is never right, and is the same work", async () => {
		const hash = await hashOf("верный пароль от чата");
		const workOf = async (of: string | null) => {
			vi.mocked(argon2).mockClear();
			expect(await verifyPassword("другой", of)).toBe(false);
			return vi.mocked(argon2).mock.calls.map(([algorithm, { nonce, message, ...cost }]) => ({
				algorithm,
				salt: (nonce as Buffer).byteLength,
				message,
				...cost,
			}));
		};
		const work = await workOf(hash);
		expect(work).toEqual([
			{
				algorithm: "argon2id",
				salt: 16,
				message: "другой",
				memory: 19_456,
				passes: 2,
				parallelism: 1,
				tagLength: 32,
			},
		]);
		expect(await workOf(null)).toEqual(work);
	});

	test("two at a time and 64 waiting; the rest is told that we are busy", async () => {
		// A hash that costs next to nothing: here only the queue is looked at.
		const cheap = "$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHQ$MDEyMzQ1Njc4OTAxMjM0NQ";
		const results = await Promise.all(Array.from({ length: 80 }, () => verifyPassword("слово", cheap)));
		expect(results.filter((result) => result === false)).toHaveLength(66);
		expect(results.filter((result) => result === "busy")).toHaveLength(14);
		expect(await verifyPassword("слово", cheap)).toBe(false);
	});
});

describe("a semaphore", () => {
	test("keeps its places when work fails", async () => {
		const narrow = new Semaphore({ atOnce: 1, waiting: 2 });
		let running = 0;
		let most = 0;
		const work = async () => {
			most = Math.max(most, ++running);
			await new Promise((resolve) => setTimeout(resolve, 5));
			running--;
			throw new Error("no");
		};
		const results = await Promise.allSettled([1, 2, 3, 4].map(() => narrow.run(work)));
		expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected", "fulfilled"]);
		expect(most).toBe(1);
		expect(await narrow.run(async () => "done")).toBe("done");
	});
});
