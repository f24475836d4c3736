import { describe, expect, test } from "vitest";
import { findSession } from "../../../app/accounts/sessions/sessions.server.ts";
import { listPeople, PEOPLE_PER_PAGE } from "../../../app/accounts/staff/list-people.server.ts";
import { hasSteppedUp, STEP_UP_MS, stepUp } from "../../../app/accounts/staff/step-up.server.ts";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { plansOf } from "../../support/database/query-plans.ts";
import { client, NOW, PASSWORD, somebody, world } from "../world.ts";

/** People, three of whom have registered in each millisecond. */
async function crowd(db: Db, count: number) {
	await db
		.insertInto("accounts")
		.values(
			Array.from({ length: count }, (_, i) => ({
				id: `id-${String(i).padStart(4, "0")}`,
				email: `person${String(i).padStart(4, "0")}@example.ru`,
				state: i % 10 === 0 ? ("blocked" as const) : ("active" as const),
				created_at: NOW + Math.floor(i / 3),
			})),
		)
		.execute();
}

describe("the list of people", () => {
	eachDatabase((openTestDb, name) => {
		test("goes through everybody once, the newest first, and by e-mail where one searches", async () => {
			const db = await openTestDb();
			await crowd(db, 2 * PEOPLE_PER_PAGE + 7);
			await db
				.insertInto("accounts")
				.values({ id: "gone", email: null, state: "deleted", created_at: NOW })
				.execute();
			for (const part of ["", "PERSON"]) {
				const seen: string[] = [];
				let after: string | null = "";
				while (after !== null) {
					const page = await listPeople(db, { part, after });
					expect(page.total).toBe(2 * PEOPLE_PER_PAGE + 7);
					seen.push(...page.people.map(({ email }) => email));
					after = page.next;
				}
				expect([seen.length, new Set(seen).size]).toEqual([107, 107]);
				expect(seen[0]).toBe(part ? "person0000@example.ru" : "person0106@example.ru");
			}
			const found = async (part: string) => (await listPeople(db, { part })).people.map(({ email }) => email);
			expect(await found("person010")).toHaveLength(7);
			expect(await found("person0042@example.ru")).toEqual(["person0042@example.ru"]);
			expect(await found("id-0042")).toEqual(["person0042@example.ru"]);
			for (const nobody of ["erson", "%", "gone", "person_", "'"]) expect(await found(nobody)).toEqual([]);
			// An account that is gone begins anew.
			expect((await listPeople(db, { after: "nobody" })).people[0]?.email).toBe("person0106@example.ru");
		});

		test("reads by an index, whichever page and whatever one searches", async () => {
			const db = await openTestDb();
			await crowd(db, 300);
			for (const input of [
				{},
				{ after: "id-0150" },
				{ part: "person01" },
				{ part: "person01", after: "id-0120" },
			]) {
				const plans = await plansOf(db, () => listPeople(db, input), name);
				expect(plans.length).toBeGreaterThan(1);
				for (const plan of plans) {
					expect(plan).not.toMatch(/SCAN accounts(?! USING)|Seq Scan on accounts/);
					// Sorting everybody who is found would cost as much as there are.
					expect(plan).not.toMatch(/TEMP B-TREE FOR ORDER|"Sort|-> +Sort/);
				}
			}
		});

		test("a proof marks its own session for a quarter of an hour, and a wrong password none", async () => {
			const at = await world(openTestDb);
			const { id, sessionToken } = await somebody(at);
			const sessionId = (await findSession(at.db, sessionToken, client(), NOW))?.sessionId ?? "";
			const own = { accountId: id, sessionId };
			const prove = (currentPassword: string) =>
				stepUp(at.db, at.settings, own, { currentPassword }, client(), NOW);
			expect(await hasSteppedUp(at.db, sessionId, NOW)).toBe(false);
			expect(await prove("не тот пароль")).toMatchObject({ outcome: "wrong-password" });
			expect(await hasSteppedUp(at.db, sessionId, NOW)).toBe(false);
			expect(await prove(PASSWORD)).toEqual({ outcome: "proved" });
			expect(await hasSteppedUp(at.db, sessionId, NOW + STEP_UP_MS - 1)).toBe(true);
			expect(await hasSteppedUp(at.db, sessionId, NOW + STEP_UP_MS)).toBe(false);
			expect(await hasSteppedUp(at.db, "another session", NOW)).toBe(false);
		});
	});
});
