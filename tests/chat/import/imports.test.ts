import {
	mkdirSync,
	mkdtempSync,
	readdirSync,
	rmSync,
	statSync,
	truncateSync,
	utimesSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { readImportStatus } from "../../../app/chat/import/import-status.server.ts";
import { Imports } from "../../../app/chat/import/imports.server.ts";
import { importsData } from "../../../app/chat/import/personal-data.server.ts";
import { SPOOL_BYTES, Spool } from "../../../app/chat/import/upload/spool.server.ts";
import type { Upload } from "../../../app/chat/import/upload/upload-form.server.ts";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import { JobRunner } from "../../../app/platform/jobs/job-runner.server.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { somebody } from "../people.ts";
import { plain } from "./export.ts";

const HOUR = 3_600_000;

const folders: string[] = [];
afterAll(() => {
	for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function newSpool() {
	const folder = mkdtempSync(join(tmpdir(), "sobesednik-spool-"));
	folders.push(folder);
	const files = () => readdirSync(folder).filter((name) => name !== "place");
	return { folder, files, spool: new Spool(folder) };
}

const upload = (text: string) => async (): Promise<Upload> => ({
	file: Readable.from([Buffer.from(text)]),
	read: Promise.resolve(),
});
const many = (count: number) => JSON.stringify(Array.from({ length: count }, (_, i) => plain(String(i))));

/** A server with its imports. Whatever fails unforeseen is collected. */
function server(db: Db, place = newSpool()) {
	const errors: unknown[] = [];
	const imports = new Imports({ db, spool: place.spool });
	const runner = new JobRunner(db, [imports.handler], {
		owner: `server-${crypto.randomUUID()}`,
		log: { onError: (error) => void errors.push(error), onGiveUp: () => {} },
	});
	const receive = async (accountId: string, text: string) => {
		const received = await imports.receive(accountId, upload(text), text.length);
		runner.kick();
		return typeof received === "string" ? received : received.jobId;
	};
	const over = (accountId: string) =>
		expect.poll(async () => (await readImportStatus(db, accountId))?.state).toMatch(/done|failed|canceled/);
	return { ...place, imports, runner, errors, receive, over };
}

describe("the imports of a server", () => {
	eachDatabase((openTestDb) => {
		test("two at once: one is read after the other, each once, and their files go", async () => {
			const db = await openTestDb();
			const [anna, boris] = [await somebody(db), await somebody(db)];
			const { receive, over, files, errors, runner } = server(db);
			await Promise.all([receive(anna, many(50)), receive(boris, many(3))]);
			expect(await receive(anna, many(1))).toMatch(/too-many|-/);
			await over(anna);
			await over(boris);
			expect(await readImportStatus(db, boris)).toMatchObject({ state: "done", count: { imported: 3 } });
			await runner.stop();
			expect([files(), errors]).toEqual([[], []]);
		});

		test("released as the server ends, it is resumed by the next one, with nothing counted twice", async () => {
			const db = await openTestDb();
			const anna = await somebody(db);
			const place = newSpool();
			const first = server(db, place);
			await first.receive(anna, many(400));
			await expect.poll(async () => (await readImportStatus(db, anna))?.state).not.toBe("waiting");
			await first.runner.stop();
			const second = server(db, place);
			second.runner.kick();
			await second.over(anna);
			expect(await readImportStatus(db, anna)).toMatchObject({
				state: "done",
				count: { imported: 400, skipped: 0 },
			});
			await second.runner.stop();
			expect([first.errors, second.errors, place.files()]).toEqual([[], [], []]);
		});

		test("a file that is gone, or is not what came, ends its job and nobody else's", async () => {
			const db = await openTestDb();
			const [anna, boris] = [await somebody(db), await somebody(db)];
			const place = newSpool();
			const stopped = server(db, place);
			await stopped.runner.stop();
			const lost = await stopped.receive(anna, many(3));
			await stopped.receive(boris, many(3));
			truncateSync(join(place.folder, lost), 10);
			const next = server(db, place);
			next.runner.kick();
			await next.over(anna);
			await next.over(boris);
			expect(await readImportStatus(db, anna)).toMatchObject({ state: "failed", failure: "lost" });
			expect(await readImportStatus(db, boris)).toMatchObject({ state: "done", count: { imported: 3 } });
			await next.runner.stop();
		});

		test("what fails unforeseen is logged, retried and given up, and holds up nobody else", async () => {
			const db = await openTestDb();
			const [anna, boris] = [await somebody(db), await somebody(db)];
			const { receive, over, errors, runner } = server(db);
			// An account that is not there any more: the database itself refuses its conversations.
			const ghost = crypto.randomUUID();
			await receive(ghost, many(3));
			await receive(boris, many(3));
			await over(boris);
			await expect.poll(() => errors.length).toBe(1);
			const retry = () => db.updateTable("jobs").set({ due_at: 0 }).where("state", "=", "waiting").execute();
			for (let failed = 1; failed < 3; failed++) {
				// An error is logged before its job is back in the queue.
				const tryAgain = async () => {
					await retry();
					runner.kick();
					return errors.length;
				};
				await expect.poll(tryAgain).toBe(failed + 1);
			}
			await expect
				.poll(async () => {
					runner.kick();
					return readImportStatus(db, ghost);
				})
				.toMatchObject({ state: "failed", failure: "given-up" });
			expect(await readImportStatus(db, anna)).toBeUndefined();
			await runner.stop();
		});

		test("an upload that waits is abandoned by the time that its sweeper is told, and not by the clock", async () => {
			const db = await openTestDb();
			const anna = await somebody(db);
			const { imports, runner, receive, files } = server(db);
			await runner.stop();
			await receive(anna, many(3));
			const right = Date.now();
			const clock = vi.spyOn(Date, "now").mockImplementation(() => right + 48 * HOUR);
			onTestFinished(() => void clock.mockRestore());
			await imports.sweep(right);
			expect(await readImportStatus(db, anna)).toMatchObject({ state: "waiting" });
			expect(files()).toHaveLength(1);
			await imports.sweep(right + 48 * HOUR);
			expect(await readImportStatus(db, anna)).toMatchObject({ state: "failed", failure: "lost" });
			expect(files()).toEqual([]);
		});

		test("a night in which the machine was suspended is no time of an import", async () => {
			const db = await openTestDb();
			const anna = await somebody(db);
			const { receive, over, runner } = server(db);
			const [setTimer, now] = [setTimeout, performance.now.bind(performance)];
			let asleep = 0;
			vi.spyOn(performance, "now").mockImplementation(() => now() + asleep);
			const wakeLate = (callback: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => {
				const wake = () => {
					asleep = 12 * HOUR;
					callback();
				};
				// Only the whole of an import may take an hour.
				if (ms === HOUR) queueMicrotask(wake);
				return setTimer(callback, ms, ...args);
			};
			vi.spyOn(globalThis, "setTimeout").mockImplementation(wakeLate as unknown as typeof setTimeout);
			onTestFinished(() => void vi.restoreAllMocks());
			await receive(anna, many(50));
			await over(anna);
			expect(asleep).toBe(12 * HOUR);
			expect(await readImportStatus(db, anna)).toMatchObject({ state: "done", count: { imported: 50 } });
			await runner.stop();
		});

		test("with the account's data the job goes, its worker stops, and the file is nobody's", async () => {
			const db = await openTestDb();
			const anna = await somebody(db);
			const { receive, runner, files, errors } = server(db);
			await receive(anna, many(3_000));
			await expect.poll(async () => (await readImportStatus(db, anna))?.state).toBe("running");
			expect(await Array.fromAsync(importsData.read(db, anna))).toMatchObject([{ kind: "import" }]);
			while ((await importsData.eraseSome(db, anna, 0)) > 0);
			await expect.poll(files).toEqual([]);
			const { n } = await db
				.selectFrom("conversations")
				.select(({ fn }) => fn.countAll<number>().as("n"))
				.executeTakeFirstOrThrow();
			expect(Number(n)).toBeLessThan(3_000);
			await runner.stop();
			expect(errors).toEqual([]);
		});
	});
});

describe("where uploads are kept", () => {
	const never = (): Upload => {
		// As the form's parser gives it: with a listener of its errors.
		const file = new Readable({ read() {} }).on("error", () => {});
		return { file, read: new Promise(() => {}) };
	};

	test("four come in at once, and none that announces more than there is space for", async () => {
		const { spool, files } = newSpool();
		const uploads = Array.from({ length: 4 }, never);
		const coming = uploads.map((one, i) => spool.receive(`job-${i}`, one, 0));
		await expect(spool.receive("job-4", never(), 0)).rejects.toMatchObject({ code: "busy" });
		for (const { file } of uploads) file.destroy(new Error("the line broke"));
		for (const one of coming) expect(await one).toMatchObject({ size: 0, whole: false });
		await expect(spool.receive("job-5", never(), SPOOL_BYTES + 1)).rejects.toMatchObject({ code: "no-room" });
		expect(files().filter((name) => name.endsWith(".part"))).toEqual([]);
	});

	test("one that finds no place takes that of the slowest, where it is slow; what has come of it is kept", async () => {
		const { folder } = newSpool();
		let now = 0;
		const spool = new Spool(folder, undefined, () => now);
		const [fast, slow] = [5 * 1024 ** 2, 1];
		const uploads = [fast, fast, slow, fast].map((bytes) => ({ ...never(), bytes }));
		const coming = uploads.map((one, i) => spool.receive(`job-${i}`, one, 0));
		for (const { file, bytes } of uploads) file.push(Buffer.alloc(bytes));
		for (const [i, { bytes }] of uploads.entries())
			await expect
				.poll(() => statSync(join(folder, `job-${i}.part`), { throwIfNoEntry: false })?.size)
				.toBe(bytes);
		now = 59_999;
		await expect(spool.receive("too-early", never(), 0)).rejects.toMatchObject({ code: "busy" });
		now = 60_000;
		const fifth = never();
		coming.push(spool.receive("job-4", fifth, 0));
		expect(await coming[2]).toEqual({ size: slow, whole: false });
		await expect(spool.receive("none-is-slow", never(), 0)).rejects.toMatchObject({ code: "busy" });
		for (const { file } of [...uploads, fifth]) file.destroy(new Error("the line broke"));
		expect(await Promise.all(coming)).toMatchObject([fast, fast, slow, fast, 0].map((size) => ({ size })));
	});

	test("what would take the last room of the disk is refused in its middle, whatever was announced", async () => {
		const { folder, files } = newSpool();
		// Others come in meanwhile.
		const rooms = [700, 600, 500].map((megabytes) => megabytes * 1024 ** 2);
		const spool = new Spool(folder, async () => rooms.shift() ?? 0);
		const file = Readable.from(Array.from({ length: 20 }, () => Buffer.alloc(1024 ** 2)));
		const coming = spool.receive("job", { file, read: Promise.resolve() }, 0);
		await expect(coming).rejects.toMatchObject({ code: "no-room" });
		expect([files(), rooms]).toEqual([[], []]);
	});

	test("a sweep takes what no job needs, and leaves what is young, needed or still coming in", async () => {
		const { spool, folder, files } = newSpool();
		const [now, minute] = [Date.now(), 60_000];
		const put = (name: string, age: number) => {
			writeFileSync(join(folder, name), "x");
			utimesSync(join(folder, name), (now - age) / 1_000, (now - age) / 1_000);
		};
		put("needed", 100 * minute);
		put("orphan", 2 * minute);
		put("young", minute / 2);
		put("coming.part", 5 * minute);
		put("left.part", 11 * minute);
		await spool.sweep(async (ids) => new Set(ids.filter((id) => id === "needed")), now);
		expect(files().toSorted()).toEqual(["coming.part", "needed", "young"]);
	});

	test("what cannot be removed, like a folder of a network drive, keeps no upload from being swept", async () => {
		const { spool, folder, files } = newSpool();
		mkdirSync(join(folder, "@eaDir"));
		for (const name of ["0-orphan", "orphan"]) writeFileSync(join(folder, name), "x");
		const sweeping = spool.sweep(async () => new Set(), Date.now() + 2 * 60_000);
		await expect(sweeping).rejects.toMatchObject({ errors: { length: 1 } });
		expect(files()).toEqual(["@eaDir"]);
	});

	test("where the folder cannot be made, uploads are refused and nothing else fails", async () => {
		const { folder } = newSpool();
		const spool = new Spool(join(folder, "place", "below-a-file"));
		expect(spool.isUsable).toBe(false);
		await expect(spool.receive("job", never(), 0)).rejects.toMatchObject({ code: "no-room" });
		await spool.sweep(async () => new Set());
	});

	test("a folder keeps its name", () => {
		const { folder, spool } = newSpool();
		expect(new Spool(folder).place).toBe(spool.place);
	});
});
