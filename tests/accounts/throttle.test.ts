import { describe, expect, test } from "vitest";
import type { Client } from "../../app/accounts/http/request-client.server.ts";
import {
	leftOf,
	throttle,
	throttleAll,
	throttles,
	undoAttempts,
} from "../../app/accounts/throttle.server.ts";
import { openDatabase } from "../../app/platform/db/connection.server.ts";
import { eachDatabase, urlOf } from "../support/database/databases.ts";
import { client, HOUR, MINUTE, NOW, SECOND } from "./world.ts";

const limit = { burst: 5, everyMs: MINUTE };

describe("throttling", () => {
	eachDatabase((openTestDb) => {
		test("so many at once, then one per interval, and the bucket fills again", async () => {
			const db = await openTestDb();
			const knock = (now: number) => throttle(db, { key: "k", limit }, now);
			const left = [];
			for (let i = 0; i < 5; i++) left.push(await knock(NOW));
			expect(left.map((verdict) => verdict.allowed && verdict.left)).toEqual([4, 3, 2, 1, 0]);
			expect(await knock(NOW)).toEqual({ allowed: false, retryAfterMs: MINUTE });
			expect(await knock(NOW + 59 * SECOND)).toEqual({ allowed: false, retryAfterMs: SECOND });
			expect(await knock(NOW + MINUTE)).toEqual({ allowed: true, left: 0 });
			expect(await knock(NOW + MINUTE)).toMatchObject({ allowed: false });
			expect(await knock(NOW + 6 * MINUTE)).toEqual({ allowed: true, left: 4 });
		});

		test("of fifty at the same time on two servers five pass", async () => {
			const db = await openTestDb();
			const other = await openDatabase(urlOf(db));
			const verdicts = await Promise.all(
				Array.from({ length: 50 }, (_, i) => throttle(i % 2 ? db : other, { key: "k", limit }, NOW)),
			);
			await other.destroy();
			expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(5);
		});

		test("who keeps knocking does not keep the door shut", async () => {
			const db = await openTestDb();
			for (let i = 0; i < 200; i++) await throttle(db, { key: "k", limit }, NOW);
			expect(await throttle(db, { key: "k", limit }, NOW + MINUTE)).toMatchObject({ allowed: true });
		});

		test("a clock that was set back keeps nobody out for longer than the limit", async () => {
			const db = await openTestDb();
			const knock = (now: number) => throttle(db, { key: "k", limit }, now);
			for (let i = 0; i < 5; i++) await knock(NOW + HOUR);
			expect(await leftOf(db, { key: "k", limit }, NOW)).toBe(5);
			expect(await knock(NOW)).toEqual({ allowed: true, left: 4 });
			for (let i = 0; i < 4; i++) await knock(NOW);
			expect(await knock(NOW)).toEqual({ allowed: false, retryAfterMs: MINUTE });
			// The clocks of two servers differ by less, and open no second bucket.
			expect(await knock(NOW - 59 * SECOND)).toMatchObject({ allowed: false });
		});

		test("an attempt that is given back has not happened", async () => {
			const db = await openTestDb();
			for (let i = 0; i < 20; i++) {
				expect(await throttle(db, { key: "k", limit }, NOW)).toEqual({ allowed: true, left: 4 });
				await undoAttempts(db, [{ key: "k", limit }]);
			}
		});

		test("the first refusal of several says when to come again", async () => {
			const db = await openTestDb();
			const counts = throttles.signIn("secret", "a@example.ru", client());
			for (let i = 0; i < 5; i++)
				expect(await throttleAll(db, counts, NOW)).toEqual({ allowed: true, left: 4 - i });
			expect(await throttleAll(db, counts, NOW)).toEqual({ allowed: false, retryAfterSeconds: 60 });
		});

		test.each([
			["sign-ins", throttles.signIn],
			["e-mails", throttles.email],
		])(
			"%s from many networks of one /48 have a limit together, and those of another go on",
			async (_, counts) => {
				const db = await openTestDb();
				const ask = (site: number, n: number) => {
					const from = { ip: `2001:db8:${site}:${n.toString(16)}::1`, userAgent: "" };
					return throttleAll(db, counts("secret", `a${site}-${n}@example.ru`, from), NOW);
				};
				for (let n = 0; n < 300; n++) expect(await ask(1, n)).toMatchObject({ allowed: true });
				expect(await ask(1, 300)).toMatchObject({ allowed: false });
				expect(await ask(2, 300)).toMatchObject({ allowed: true });
			},
		);

		test("the table tells nobody's address", async () => {
			const db = await openTestDb();
			await throttleAll(db, throttles.signIn("secret", "anna@example.ru", client()), NOW);
			const rows = JSON.stringify(await db.selectFrom("throttles").selectAll().execute());
			expect(rows).not.toMatch(/anna|192\.0/);
		});
	});
});

test.each([
	["sign-ins", throttles.signIn],
	["e-mails", throttles.email],
	[
		"known addresses",
		(secret: string, _who: string, from: Client) => throttles.registrationOfKnown(secret, from),
	],
	["ways to Yandex", (secret: string, _who: string, from: Client) => throttles.oauthState(secret, from)],
	["promo codes", throttles.promoCode],
	["activation codes", throttles.activationCode],
])("of %s the networks of one /48 share one counter, for ten times as many", (_, counts) => {
	const of = (ip: string) => counts("secret", `somebody at ${ip}`, { ip, userAgent: "" });
	const [one, other, elsewhere] = [of("2001:db8:1:1::1"), of("2001:db8:1:2::1"), of("2001:db8:2:1::1")];
	const shared = one.filter(({ key }) => other.some((count) => count.key === key));
	expect(shared).toHaveLength(1);
	const [site] = shared;
	// That of the network stands before it.
	const own = one[one.findIndex(({ key }) => key === site?.key) - 1]?.limit ?? { burst: 0, everyMs: 0 };
	expect(site?.limit).toEqual({ burst: own.burst * 10, everyMs: own.everyMs / 10 });
	expect(elsewhere.map(({ key }) => key)).not.toContain(site?.key);
	expect(of("192.0.2.7")).toHaveLength(one.length - 1);
});
