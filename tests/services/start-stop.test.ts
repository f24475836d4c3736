import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { service } from "../../app/platform/service.server.ts";
import { eachDatabase, urlOf } from "../support/database/databases.ts";

const run = promisify(execFile);

async function openHandles(databaseUrl?: string) {
	const folder = mkdtempSync(join(tmpdir(), "start-stop-"));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	const env = {
		PATH: process.env.PATH,
		DATA_DIR: folder,
		MODEL_AUTODETECT: "0",
		LOG_LEVEL: "error",
		...(databaseUrl && { DATABASE_URL: databaseUrl }),
	};
	const { stdout } = await run(process.execPath, ["tests/services/open-handles.ts"], { env });
	return JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
}

describe("the services of a process", () => {
	test("an import of every server module opens nothing and writes nothing; a stop leaves nothing open", async () => {
		const { modules, notImported, before, imported, started, stopped } = await openHandles();
		expect(modules).toBeGreaterThan(200);
		// Loaders that share a type or a figure with a component need the build's compiler.
		expect(notImported.filter((one: string) => !one.includes('extension ".tsx"'))).toEqual([]);
		expect(notImported.length).toBeLessThan(10);
		expect(before).toMatchObject({ provided: [], open: [], files: [], timers: 0 });
		expect(imported).toEqual(before);
		expect(started.open).toContain("Timeout");
		expect(started.files).toContain("session-secret");
		expect(stopped.open).toEqual([]);
		expect(started.provided).toEqual(expect.arrayContaining(["db", "chatServices", "jobRunner"]));
		expect(stopped.provided).toEqual([]);
	});

	eachDatabase((openTestDb, database) => {
		test("its connections and listeners are among what a start opens and a stop closes", async () => {
			const { imported, started, stopped } = await openHandles(urlOf(await openTestDb()));
			expect(imported.open).toEqual([]);
			expect(started.open).toContain(database === "PostgreSQL" ? "TCPSocketWrap" : "Timeout");
			expect(stopped.open).toEqual([]);
		});
	});

	test("asked for before its start or after its stop says so", () => {
		const clock = service<number>("clock");
		expect(clock).toThrow("The service «clock» is not started");
		clock.provide(5);
		expect(clock()).toBe(5);
		clock.withdraw();
		expect(clock).toThrow("The service «clock» is not started");
	});
});
