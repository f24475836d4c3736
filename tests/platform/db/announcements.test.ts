import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { announce, onAnnouncement } from "../../../app/platform/db/announcements.server.ts";
import { eachDatabase, urlOf } from "../../support/database/databases.ts";

eachDatabase((openTestDb, name) => {
	if (name === "SQLite") {
		test("one process alone announces nothing", async () => {
			const db = await openTestDb();
			await expect(announce(db, "answers", ["a"])).resolves.toBeUndefined();
		});
		return;
	}

	test("one server receives what another announces, also more than fits into one notification", async () => {
		const db = await openTestDb();
		const received: string[] = [];
		const mine: string[] = [];
		const stops = await Promise.all([
			onAnnouncement(urlOf(db), "answers", (id) => received.push(id), "another"),
			onAnnouncement(urlOf(db), "answers", (id) => mine.push(id), "me"),
		]);
		const ids = Array.from({ length: 450 }, () => crypto.randomUUID());
		await announce(db, "answers", ids, "me");
		await vi.waitFor(() => expect(received).toEqual(ids));
		expect(mine).toEqual([]);
		for (const stop of stops) await stop();
	});

	test("a listener that throws still receives the next announcement, and the process continues", async () => {
		const db = await openTestDb();
		const heard: string[] = [];
		const stop = await onAnnouncement(urlOf(db), "answers", (id) => {
			if (id === "bad") throw new Error("a defect in a listener");
			heard.push(id);
		});
		await announce(db, "answers", ["bad"]);
		await announce(db, "answers", ["good"]);
		await vi.waitFor(() => expect(heard).toEqual(["good"]));
		await stop();
	});

	test("a listener whose connection was cut connects again", async () => {
		const db = await openTestDb();
		const heard: string[] = [];
		const stop = await onAnnouncement(urlOf(db), "answers", (id) => heard.push(id));
		await sql`select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %' and datname = current_database()`.execute(
			db,
		);
		await vi.waitFor(
			async () => {
				await announce(db, "answers", ["again"]);
				expect(heard).toContain("again");
			},
			{ interval: 200 },
		);
		await stop();
	});
});
