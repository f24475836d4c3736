import { expect, test, vi } from "vitest";
import { transact } from "../../../app/platform/db/transact.server.ts";
import { StoredSettings } from "../../../app/platform/stored-settings/stored-settings.server.ts";
import { writeSection } from "../../../app/platform/stored-settings/write-section.server.ts";
import { eachDatabase } from "../../support/database/databases.ts";

const NOW = 1_800_000_000_000;

eachDatabase((openTestDb) => {
	const write = (db: Awaited<ReturnType<typeof openTestDb>>, revision: number, value: string) =>
		transact(db, (trx) => writeSection(trx, "look", { value, revision, changedBy: null }, NOW));

	test("of two who change what both have seen, one does", async () => {
		const db = await openTestDb();
		expect(await write(db, 0, "first")).toBe(true);
		expect(await write(db, 0, "as well")).toBe(false);
		const both = await Promise.all([write(db, 1, "one"), write(db, 1, "other")]);
		expect(both.filter(Boolean)).toHaveLength(1);
		expect(await write(db, 1, "late")).toBe(false);
		const row = await db.selectFrom("settings").selectAll().executeTakeFirstOrThrow();
		expect(Number(row.revision)).toBe(2);
		expect(row.value).toBe(both[0] ? "one" : "other");
	});

	test("what was committed before a reading is read, whatever is being read; the same object until it changes", async () => {
		const db = await openTestDb();
		const settings = new StoredSettings(db, vi.fn());
		await settings.refresh();
		expect(settings.get("look")).toBeUndefined();
		const before = settings.version;
		const running = settings.refresh();
		await write(db, 0, "first");
		await settings.refresh();
		await running;
		const read = settings.get("look");
		expect(read?.value).toBe("first");
		expect(settings.version).not.toBe(before);
		await settings.refresh();
		expect(settings.get("look")).toBe(read);
	});

	test("the version changes once all who go by a section have read it", async () => {
		const db = await openTestDb();
		const settings = new StoredSettings(db, vi.fn());
		await settings.refresh();
		const before = settings.version;
		const seen: string[] = [];
		settings.onChange(async () => {
			await db.selectFrom("settings").selectAll().execute();
			seen.push(settings.version);
		});
		await write(db, 0, "first");
		await settings.refresh();
		expect(seen).toEqual([before]);
		expect(settings.version).not.toBe(before);
	});

	test("whoever goes by a section hears of its change once, and one that fails stops no other", async () => {
		const db = await openTestDb();
		const onError = vi.fn();
		const settings = new StoredSettings(db, onError);
		const heard: string[] = [];
		settings.onChange(() => {
			throw new Error("broken");
		});
		settings.onChange((section) => heard.push(section));
		await settings.refresh();
		await write(db, 0, "first");
		await settings.refresh();
		await settings.refresh();
		expect(heard).toEqual(["look"]);
		expect(onError).toHaveBeenCalledTimes(1);
	});

	test("whoever has failed is told again, more and more seldom, until it succeeds; the failure is reported once", async () => {
		const db = await openTestDb();
		const onError = vi.fn();
		const settings = new StoredSettings(db, onError);
		let failures = 3;
		let calls = 0;
		const heard: (string | undefined)[] = [];
		settings.onChange((section) => {
			calls++;
			if (failures-- > 0) throw new Error("failover");
			heard.push(settings.get(section)?.value);
		});
		await settings.refresh();
		await write(db, 0, "first");
		await settings.refresh();
		const failed = settings.version;
		const counts: number[] = [];
		for (let i = 0; i < 8; i++) {
			await settings.refresh();
			counts.push(calls);
		}
		expect(counts).toEqual([2, 2, 3, 3, 3, 3, 4, 4]);
		expect(heard).toEqual(["first"]);
		expect(onError).toHaveBeenCalledTimes(1);
		// What was rendered by what was before is not kept.
		expect(settings.version).not.toBe(failed);

		failures = 1;
		await write(db, 1, "second");
		await settings.refresh();
		await write(db, 2, "third");
		await settings.refresh();
		await settings.refresh();
		expect(heard).toEqual(["first", "third"]);
		expect(calls).toBe(6);
		expect(onError).toHaveBeenCalledTimes(2);
	});
});
