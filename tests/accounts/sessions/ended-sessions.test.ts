import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { changePassword } from "../../../app/accounts/password/change-password.server.ts";
import {
	listenForEndedSessions,
	onSessionEnd,
} from "../../../app/accounts/sessions/ended-sessions.server.ts";
import {
	endAllSessions,
	endOtherSessions,
	endSessionById,
	findOpenSessions,
	openSession,
} from "../../../app/accounts/sessions/sessions.server.ts";
import { signOut } from "../../../app/accounts/sessions/sign-out.server.ts";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import { eachDatabase, urlOf } from "../../support/database/databases.ts";
import { client, DAY, email, NOW, PASSWORD, somebody, type World, world } from "../world.ts";

let ending: (() => unknown)[] = [];
afterEach(async () => {
	for (const end of ending.splice(0)) await end();
	ending = [];
});

/** Another session of the same account, and a way to see which of all sessions were said to have ended. */
async function sessionsOf(at: World, accountId: string) {
	ending.push(await listenForEndedSessions(urlOf(at.db)));
	const tokens = [
		await openSession(at.db, accountId, client(2), null, NOW),
		await openSession(at.db, accountId, client(3), null, NOW + 1),
	];
	const rows = await at.db
		.selectFrom("sessions")
		.select(["id", "account_id"])
		.orderBy("created_at")
		.execute();
	const heard = new Set<string>();
	for (const { id } of rows) ending.push(onSessionEnd(id, () => heard.add(id)));
	return { tokens, ids: rows.filter((row) => row.account_id === accountId).map(({ id }) => id), heard };
}

const isOpen = async (db: Db, id: string, now: number) => (await findOpenSessions(db, [id], now)).has(id);

describe("the end of a session is told (check 25)", () => {
	eachDatabase((openTestDb, database) => {
		test("one by its id, and nobody else's", async () => {
			const at = await world(openTestDb);
			const anna = await somebody(at);
			const boris = await somebody(at, email("boris@example.ru"));
			const { ids, heard } = await sessionsOf(at, anna.id);
			const [, second = ""] = ids;
			expect(await endSessionById(at.db, boris.id, second)).toBe(false);
			expect(await isOpen(at.db, second, NOW)).toBe(true);
			expect(await endSessionById(at.db, anna.id, second)).toBe(true);
			expect(await endSessionById(at.db, anna.id, second)).toBe(false);
			await vi.waitFor(() => expect([...heard]).toEqual([second]));
			expect(await isOpen(at.db, second, NOW)).toBe(false);
		});

		test("all others, and all", async () => {
			const at = await world(openTestDb);
			const anna = await somebody(at);
			const { ids, heard } = await sessionsOf(at, anna.id);
			expect(await endOtherSessions(at.db, anna.id, ids[1] ?? "")).toBe(2);
			await vi.waitFor(() => expect([...heard].sort()).toEqual([ids[0], ids[2]].sort()));
			expect(await isOpen(at.db, ids[1] ?? "", NOW)).toBe(true);
			expect(await endAllSessions(at.db, anna.id)).toBe(1);
			await vi.waitFor(() => expect(heard.size).toBe(3));
		});

		test("by signing out, by a new sign-in in the same browser, and by a new password", async () => {
			const at = await world(openTestDb);
			const anna = await somebody(at);
			const { tokens, ids, heard } = await sessionsOf(at, anna.id);
			await signOut(at.db, tokens[0] ?? "", client(), NOW);
			await vi.waitFor(() => expect([...heard]).toEqual([ids[1]]));
			await openSession(at.db, anna.id, client(), tokens[1], NOW);
			await vi.waitFor(() => expect([...heard]).toEqual([ids[1], ids[2]]));
			const form = { accountId: anna.id, currentPassword: PASSWORD, newPassword: "кораблик у причала" };
			await changePassword(at.db, at.settings, form, client(), NOW);
			await vi.waitFor(() => expect(heard.size).toBe(3));
		});

		test("an expiry and a block are told by nobody, and seen by who asks", async () => {
			const at = await world(openTestDb);
			const anna = await somebody(at);
			const { ids } = await sessionsOf(at, anna.id);
			const [id = ""] = ids;
			expect(await isOpen(at.db, id, NOW + 30 * DAY - 1)).toBe(true);
			expect(await isOpen(at.db, id, NOW + 30 * DAY)).toBe(false);
			await at.db.updateTable("accounts").set({ state: "blocked" }).where("id", "=", anna.id).execute();
			expect(await isOpen(at.db, id, NOW)).toBe(false);
		});

		test("a listener that fails undoes no sign-out, and the others hear", async () => {
			const at = await world(openTestDb);
			const anna = await somebody(at);
			const { ids, heard } = await sessionsOf(at, anna.id);
			const [id = ""] = ids;
			let failed = 0;
			const stop = onSessionEnd(id, () => {
				failed++;
				throw new Error("a stream that could not be closed");
			});
			onTestFinished(() => void stop());
			onTestFinished(onSessionEnd(id, () => heard.add("another of the same session")));
			expect(await endSessionById(at.db, anna.id, id)).toBe(true);
			await vi.waitFor(() => expect(heard.has("another of the same session")).toBe(true));
			expect(failed).toBe(1);
			expect(await isOpen(at.db, id, NOW)).toBe(false);
		});

		if (database === "SQLite") return;
		test("not before the commit, and not at all when it is undone", async () => {
			const at = await world(openTestDb);
			const anna = await somebody(at);
			const { ids, heard } = await sessionsOf(at, anna.id);
			const undone = at.db.transaction().execute(async (trx) => {
				await endAllSessions(trx, anna.id);
				throw new Error("undone");
			});
			await expect(undone).rejects.toThrow("undone");
			await endSessionById(at.db, anna.id, ids[0] ?? "");
			await vi.waitFor(() => expect([...heard]).toEqual([ids[0]]));
		});
	});
});
