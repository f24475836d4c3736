import { once } from "node:events";
import { connect, createServer } from "node:net";
import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { announce, onAnnouncement } from "../../../app/platform/db/announcements.server.ts";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import { eachDatabase, urlOf } from "../../support/database/databases.ts";

/** What a standby says to LISTEN: the error and «ready for query», as the protocol frames them. */
function refusal(): Buffer {
	const fields = ["SERROR", "C25006", "Mcannot execute LISTEN during recovery", ""];
	const body = Buffer.from(fields.map((field) => `${field}\0`).join(""));
	const head = Buffer.alloc(5);
	head.write("E");
	head.writeInt32BE(body.length + 4, 1);
	return Buffer.concat([head, body, Buffer.from([0x5a, 0, 0, 0, 5, 0x49])]);
}

/** An address of the database at which a standby stands while `refuses` is above 0, which it counts down. */
async function openBehindStandby(url: string) {
	const target = new URL(url);
	const standby = { url: "", refuses: 0, refused: 0, taken: 0, open: 0 };
	const server = createServer((client) => {
		standby.taken++;
		standby.open++;
		client.on("close", () => standby.open--);
		const upstream = connect(Number(target.port), target.hostname);
		for (const socket of [client, upstream]) socket.on("error", () => {});
		upstream.pipe(client).once("close", () => upstream.destroy());
		client.on("end", () => upstream.end());
		client.on("data", (bytes) => {
			if (standby.refuses === 0 || !bytes.includes("listen ")) return upstream.write(bytes);
			standby.refuses--;
			standby.refused++;
			client.write(refusal());
		});
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	onTestFinished(() => void server.close());
	const { port } = server.address() as { port: number };
	const behind = new URL(url);
	behind.host = `127.0.0.1:${port}`;
	return Object.assign(standby, { url: behind.href });
}

const cutListeners = (db: Db) =>
	sql`select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %' and datname = current_database()`.execute(
		db,
	);

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
		await cutListeners(db);
		await vi.waitFor(
			async () => {
				await announce(db, "answers", ["again"]);
				expect(heard).toContain("again");
			},
			{ interval: 200 },
		);
		await stop();
	});

	test("a listener that finds a standby in place of its server tries again until it may listen", async () => {
		const db = await openTestDb();
		const standby = await openBehindStandby(urlOf(db));
		const heard: string[] = [];
		const stop = await onAnnouncement(standby.url, "answers", (id) => heard.push(id));
		standby.refuses = 1;
		await cutListeners(db);
		await vi.waitFor(
			async () => {
				await announce(db, "answers", ["again"]);
				expect([standby.refused, heard.includes("again")]).toEqual([1, true]);
			},
			{ interval: 200 },
		);
		await stop();
	});

	test("who begins to listen at a standby is told so, and nothing is tried later", async () => {
		const db = await openTestDb();
		const standby = await openBehindStandby(urlOf(db));
		standby.refuses = 1;
		vi.useFakeTimers({ toFake: ["setTimeout"] });
		const outcome = await onAnnouncement(standby.url, "answers", () => {}).catch((error) => error.code);
		vi.runAllTimers();
		vi.useRealTimers();
		// A later connection than any that has been tried meanwhile.
		const stop = await onAnnouncement(standby.url, "answers", () => {});
		await stop();
		expect([outcome, standby.taken]).toEqual(["25006", 2]);
		await vi.waitFor(() => expect(standby.open).toBe(0));
	});
});
