import { describe, expect, test } from "vitest";
import { lastEvents } from "../../../app/accounts/audit/account-events.server.ts";
import { endAllOthers, endOneSession } from "../../../app/accounts/sessions/end-sessions.server.ts";
import { findSession, openSession, openSessions } from "../../../app/accounts/sessions/sessions.server.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { client, DAY, email, NOW, somebody, world } from "../world.ts";

describe("the list of sessions (check 28)", () => {
	eachDatabase((openTestDb) => {
		test("shows who is in, and no token; one of them can be ended", async () => {
			const at = await world(openTestDb);
			const anna = await somebody(at);
			const second = await openSession(at.db, anna.id, client(2), null, NOW + 1);
			const sessions = await openSessions(at.db, anna.id, NOW + 1);
			expect(sessions.map(({ network, userAgent }) => [network, userAgent])).toEqual([
				["192.0.2.0/24", "Browser 2"],
				["192.0.1.0/24", "Browser 1"],
			]);
			expect(JSON.stringify(sessions)).not.toContain(second);
			const end = (sessionId: string) =>
				endOneSession(at.db, { accountId: anna.id, sessionId }, client(), NOW);
			expect(await end(sessions[0]?.id ?? "")).toBe(true);
			expect(await end(sessions[0]?.id ?? "")).toBe(false);
			expect(await end(second)).toBe(false);
			expect(await findSession(at.db, second, client(2), NOW)).toBeNull();
			expect(await findSession(at.db, anna.sessionToken, client(), NOW)).not.toBeNull();
			const events = await lastEvents(at.db, anna.id, 20);
			expect(events.filter(({ kind }) => kind === "session-ended")).toHaveLength(1);
		});

		test("another account's session is as unknown as none (check 40)", async () => {
			const at = await world(openTestDb);
			const anna = await somebody(at);
			const boris = await somebody(at, email("boris@example.ru"));
			const [hers] = await openSessions(at.db, anna.id, NOW);
			const own = { accountId: boris.id, sessionId: hers?.id ?? "" };
			expect(await endOneSession(at.db, own, client(), NOW)).toBe(false);
			expect(await openSessions(at.db, anna.id, NOW)).toHaveLength(1);
		});

		test("all but this one can be ended; nobody else's end, and none leaves no event", async () => {
			const at = await world(openTestDb);
			const anna = await somebody(at);
			const boris = await somebody(at, email("boris@example.ru"));
			const [mine] = await openSessions(at.db, anna.id, NOW);
			await openSession(at.db, anna.id, client(2), null, NOW);
			await openSession(at.db, anna.id, client(3), null, NOW);
			const own = { accountId: anna.id, sessionId: mine?.id ?? "" };
			await endAllOthers(at.db, own, client(), NOW);
			await endAllOthers(at.db, own, client(), NOW);
			expect((await openSessions(at.db, anna.id, NOW)).map(({ id }) => id)).toEqual([mine?.id]);
			expect(await openSessions(at.db, boris.id, NOW)).toHaveLength(1);
			const events = await lastEvents(at.db, anna.id, 20);
			expect(events.filter(({ kind }) => kind === "other-sessions-ended")).toHaveLength(1);
		});

		test("what nobody can use any more is not listed (check 27)", async () => {
			const at = await world(openTestDb);
			const { id } = await somebody(at);
			expect(await openSessions(at.db, id, NOW + 31 * DAY)).toEqual([]);
		});
	});
});
