import { describe, expect, test } from "vitest";
import { forgetExpired } from "../../../app/accounts/forget-expired.server.ts";
import { findSession } from "../../../app/accounts/sessions/sessions.server.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { begin, client, DAY, email, MINUTE, NOW, somebody, world } from "../world.ts";

describe("sessions", () => {
	eachDatabase((openTestDb) => {
		test("tell who it is; anything else is nobody", async () => {
			const at = await world(openTestDb);
			const { sessionToken, id } = await somebody(at);
			const found = await findSession(at.db, sessionToken, client(), NOW);
			expect(found).toMatchObject({ account: { id, email: "anna@example.ru", name: null }, renewed: false });
			expect(found?.sessionId).not.toBe(sessionToken);
			for (const odd of ["", "x", sessionToken.slice(1), `${sessionToken}A`, "\u0000", "й".repeat(43)]) {
				expect(await findSession(at.db, odd, client(), NOW)).toBeNull();
			}
		});

		test("a visit is written at most every ten minutes, once, with where it came from", async () => {
			const at = await world(openTestDb);
			const { sessionToken } = await somebody(at);
			const find = (now: number) => findSession(at.db, sessionToken, client(3), now);
			expect(await find(NOW + 10 * MINUTE - 1)).toMatchObject({ renewed: false });
			const several = await Promise.all(Array.from({ length: 10 }, () => find(NOW + 10 * MINUTE)));
			expect(several.filter((found) => found?.renewed)).toHaveLength(1);
			expect(several.filter((found) => found?.account)).toHaveLength(10);
			expect(await find(NOW + 19 * MINUTE)).toMatchObject({ renewed: false });
			const row = await at.db.selectFrom("sessions").selectAll().executeTakeFirstOrThrow();
			expect(row).toMatchObject({
				seen_at: NOW + 10 * MINUTE,
				ip_network: "192.0.3.0/24",
				user_agent: "Browser 3",
			});
		});

		test("thirty days without a visit end it, ninety days end it anyway", async () => {
			const at = await world(openTestDb);
			const { sessionToken } = await somebody(at);
			const find = (now: number) => findSession(at.db, sessionToken, client(), now);
			expect(await find(NOW + 30 * DAY)).toBeNull();
			for (const day of [29, 58, 87, 89]) expect(await find(NOW + day * DAY)).not.toBeNull();
			expect(await find(NOW + 90 * DAY)).toBeNull();
		});

		test("what has expired is forgotten, what lives stays", async () => {
			const at = await world(openTestDb);
			const { sessionToken } = await somebody(at);
			await begin(at, email("boris@example.ru"), NOW);
			const left = async () => {
				const tables = ["sessions", "pending_registrations", "one_time_tokens", "throttles"] as const;
				return Promise.all(
					tables.map(async (table) => (await at.db.selectFrom(table).selectAll().execute()).length),
				);
			};
			await forgetExpired(at.db, NOW);
			expect(await left()).toEqual([1, 1, 1, 3]);
			await forgetExpired(at.db, NOW + DAY);
			expect(await left()).toEqual([1, 0, 0, 0]);
			expect(await findSession(at.db, sessionToken, client(), NOW + DAY)).not.toBeNull();
			await forgetExpired(at.db, NOW + 31 * DAY);
			expect(await left()).toEqual([0, 0, 0, 0]);
		});
	});
});
