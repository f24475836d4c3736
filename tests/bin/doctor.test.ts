import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Db, openDatabase } from "../../app/platform/db/connection.server.ts";
import { enqueue } from "../../app/platform/jobs/enqueue.server.ts";
import { type Instance, startInstance } from "../support/instance.ts";
import { runCommand, settingsBeside } from "../support/run-command.ts";

describe("npm run doctor, beside a running server", () => {
	let instance: Instance;
	let db: Db;
	beforeAll(async () => {
		instance = await startInstance();
		db = await openDatabase(`sqlite:${instance.dataDir}/sobesednik.db`);
	});
	afterAll(async () => {
		await db?.destroy();
		await instance?.stop();
	});

	const doctor = (...args: string[]) => runCommand("doctor", args, settingsBeside(instance));

	test("tells by its exit code whether something needs a human", async () => {
		const healthy = await doctor();
		expect(healthy.err).toBe("");
		expect(healthy.out).toContain("База: файл SQLite, открывается");
		expect(healthy.out).toContain("письма ложатся файлами в DATA_DIR/outbox");
		expect(healthy.out.trimEnd()).toMatch(/Всё в порядке\.$/);
		expect(healthy.code).toBe(0);
		// Of a kind that no server does.
		await enqueue(db, [{ kind: "from-elsewhere", key: "1", dueAt: 0 }]);
		const stuck = await doctor();
		expect(stuck.out).toContain("Никто не взялся: from-elsewhere 1");
		expect(stuck.out.trimEnd()).toMatch(/Ждёт человека: 1\.$/);
		expect(stuck.code).toBe(1);
	});

	test("prints how it is called", async () => {
		expect(await doctor("--help")).toMatchObject({ code: 0, out: expect.stringContaining("npm run doctor") });
		expect(await doctor("cure")).toMatchObject({ code: 2 });
	});
});
