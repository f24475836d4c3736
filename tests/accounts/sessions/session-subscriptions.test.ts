import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { listenForEndedSessions } from "../../../app/accounts/sessions/ended-sessions.server.ts";
import { subscribeToSessionEnd } from "../../../app/accounts/sessions/session-subscriptions.server.ts";
import { findSession, openSession } from "../../../app/accounts/sessions/sessions.server.ts";
import { signOut } from "../../../app/accounts/sessions/sign-out.server.ts";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import { log } from "../../../app/platform/log.server.ts";
import { countQueries } from "../../support/database/counted-db.ts";
import { eachDatabase, urlOf } from "../../support/database/databases.ts";
import { client, NOW, somebody, world } from "../world.ts";

afterEach(() => vi.useRealTimers());

const POLL_MS = 15_000;

const idOf = async (db: Db) => (await db.selectFrom("sessions").select("id").executeTakeFirstOrThrow()).id;

eachDatabase((openTestDb) => {
	test("a subscriber is called when its session is ended", async () => {
		const at = await world(openTestDb);
		const deaf = await listenForEndedSessions(urlOf(at.db));
		const { sessionToken } = await somebody(at, undefined, Date.now());
		const ended = vi.fn();
		const stop = subscribeToSessionEnd(at.db, await idOf(at.db), ended);
		await signOut(at.db, sessionToken, client(), NOW);
		await vi.waitFor(() => expect(ended).toHaveBeenCalledTimes(1));
		stop();
		await deaf();
	});

	test("an end that nobody announces is found by the next poll; an unsubscribed listener is not called", async () => {
		vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
		const at = await world(openTestDb);
		await somebody(at, undefined, Date.now());
		const [ended, stopped] = [vi.fn(), vi.fn()];
		const id = await idOf(at.db);
		const stop = subscribeToSessionEnd(at.db, id, ended);
		subscribeToSessionEnd(at.db, id, stopped)();
		vi.advanceTimersByTime(POLL_MS);
		await new Promise((resolve) => setTimeout(resolve, 100));
		expect(ended).not.toHaveBeenCalled();
		await at.db.updateTable("accounts").set({ state: "blocked" }).execute();
		vi.advanceTimersByTime(POLL_MS);
		await vi.waitFor(() => expect(ended).toHaveBeenCalled());
		stop();
		expect(stopped).not.toHaveBeenCalled();
	});

	test("a database that does not answer for a moment ends nothing", async () => {
		vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
		const at = await world(openTestDb);
		await somebody(at, undefined, Date.now());
		const ended = vi.fn();
		const broken = {
			selectFrom: () => {
				throw new Error("no connection");
			},
		} as unknown as Db;
		const stop = subscribeToSessionEnd(broken, await idOf(at.db), ended);
		vi.advanceTimersByTime(POLL_MS);
		await new Promise((resolve) => setTimeout(resolve, 50));
		expect(ended).not.toHaveBeenCalled();
		stop();
	});

	test("a hundred streams of a hundred sessions are polled with one statement, and the ended ones alone close", async () => {
		const at = await world(openTestDb);
		// After the database was opened: PostgreSQL's connections have a timer of their own.
		vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
		const { id: accountId } = await somebody(at, undefined, Date.now());
		const tokens = await Promise.all(
			Array.from({ length: 100 }, () => openSession(at.db, accountId, client(), null, Date.now())),
		);
		const ids = await Promise.all(
			tokens.map(async (token) => (await findSession(at.db, token, client()))?.sessionId ?? ""),
		);
		const { db, counts, stop } = countQueries(at.db);
		onTestFinished(stop);
		const closed = new Set<number>();
		// Two streams of each session: two tabs of one browser.
		const leave = [...ids, ...ids].map((id, i) => subscribeToSessionEnd(db, id, () => closed.add(i)));
		expect(vi.getTimerCount()).toBe(1);

		vi.advanceTimersByTime(POLL_MS);
		await vi.waitFor(() => expect(counts.rows).toBe(100));
		expect(counts.queries).toBe(1);
		expect(closed.size).toBe(0);

		const [first = "", second = ""] = ids;
		await at.db.deleteFrom("sessions").where("id", "in", [first, second]).execute();
		vi.advanceTimersByTime(POLL_MS);
		await vi.waitFor(() => expect([...closed].sort((a, b) => a - b)).toEqual([0, 1, 100, 101]));
		expect(counts.queries).toBe(2);

		for (const end of leave) end();
		expect(vi.getTimerCount()).toBe(0);
	});

	test("more sessions than one statement holds are polled in batches; a failing listener stops no other", async () => {
		vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
		const at = await world(openTestDb);
		const { db, counts, stop } = countQueries(at.db);
		onTestFinished(stop);
		const logged = vi.spyOn(log, "error").mockImplementation(() => {});
		onTestFinished(() => logged.mockRestore());
		let closed = 0;
		const leave = Array.from({ length: 1_201 }, (_, i) =>
			subscribeToSessionEnd(db, `unknown ${i}`, () => {
				closed++;
				if (i % 600 === 0) throw new Error("a stream that cannot be closed");
			}),
		);
		vi.advanceTimersByTime(POLL_MS);
		await vi.waitFor(() => expect(closed).toBe(1_201));
		expect(counts.queries).toBe(3);
		expect(logged).toHaveBeenCalledTimes(3);
		for (const end of leave) end();
	});
});
