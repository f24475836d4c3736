import { afterEach, expect, test, vi } from "vitest";
import { listenForEndedSessions } from "../../../app/accounts/sessions/ended-sessions.server.ts";
import { signOut } from "../../../app/accounts/sessions/sign-out.server.ts";
import { watchSession } from "../../../app/accounts/sessions/watch-session.server.ts";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import { eachDatabase, urlOf } from "../../support/database/databases.ts";
import { client, NOW, somebody, world } from "../world.ts";

afterEach(() => vi.useRealTimers());

const LOOK_MS = 15_000;

const idOf = async (db: Db) => (await db.selectFrom("sessions").select("id").executeTakeFirstOrThrow()).id;

eachDatabase((openTestDb) => {
	test("whoever watches a session is called when it is ended", async () => {
		const at = await world(openTestDb);
		const deaf = await listenForEndedSessions(urlOf(at.db));
		const { sessionToken } = await somebody(at, undefined, Date.now());
		const ended = vi.fn();
		const stop = watchSession(at.db, await idOf(at.db), ended);
		await signOut(at.db, sessionToken, client(), NOW);
		await vi.waitFor(() => expect(ended).toHaveBeenCalledTimes(1));
		stop();
		await deaf();
	});

	test("an end that nobody tells of is seen at the next look; who has stopped is not called", async () => {
		vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
		const at = await world(openTestDb);
		await somebody(at, undefined, Date.now());
		const [ended, stopped] = [vi.fn(), vi.fn()];
		const id = await idOf(at.db);
		const stop = watchSession(at.db, id, ended);
		watchSession(at.db, id, stopped)();
		vi.advanceTimersByTime(LOOK_MS);
		await new Promise((resolve) => setTimeout(resolve, 100));
		expect(ended).not.toHaveBeenCalled();
		await at.db.updateTable("accounts").set({ state: "blocked" }).execute();
		vi.advanceTimersByTime(LOOK_MS);
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
		const stop = watchSession(broken, await idOf(at.db), ended);
		vi.advanceTimersByTime(LOOK_MS);
		await new Promise((resolve) => setTimeout(resolve, 50));
		expect(ended).not.toHaveBeenCalled();
		stop();
	});
});
