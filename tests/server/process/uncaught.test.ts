import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../../app/platform/db/connection.server.ts";
import { SERVER } from "../../../bin/server-process.mjs";
import { startFakeModel } from "../../support/fakes/fake-model.ts";
import { startInstance } from "../../support/instance.ts";
import { Person } from "../../support/person.ts";

/** Loaded before the server: a signal makes the defect, outside of any request. */
const DEFECTS = `
	const defect = () => new Error("a defect that nobody has caught");
	process.on("SIGUSR2", () => void Promise.reject(defect()));
	process.on("SIGWINCH", () => setImmediate(() => { throw defect(); }));
`;
const BROKEN = ["--import", `data:text/javascript,${encodeURIComponent(DEFECTS)}`, ...SERVER];

test.each([
	["a promise that nobody waits for", "SIGUSR2", "unhandledRejection"],
	["an exception in nobody's call", "SIGWINCH", "uncaughtException"],
] as const)(
	"%s fails: the process says so, gives its leases up and ends with 1",
	async (_, signal, event) => {
		const model = await startFakeModel();
		const DATA_DIR = mkdtempSync(join(tmpdir(), "sobesednik-uncaught-"));
		onTestFinished(async () => {
			await model.stop();
			rmSync(DATA_DIR, { recursive: true, force: true });
		});
		const site = await startInstance({
			env: { MODEL_BASE_URL: model.url, MODELS: "test-model", DATA_DIR },
			command: BROKEN,
		});
		onTestFinished(async () => void (await site.stop("SIGKILL")));
		const anna = await new Person(site).register();
		await anna.ask("сценарий:slow:100:600");
		const db = await openDatabase(`sqlite:${join(DATA_DIR, "sobesednik.db")}`);
		onTestFinished(() => db.destroy());
		const answer = () =>
			db.selectFrom("answers").select(["state", "lease_owner", "attempts"]).executeTakeFirstOrThrow();
		await expect.poll(answer).toMatchObject({ attempts: 1 });

		expect(await site.stop(signal)).toBe(1);
		expect(site.logs()).toContain("a defect that nobody has caught");
		expect(site.logs()).toContain(`Останавливаемся reason=${event}`);
		// Another process goes on at once, and the attempt is not counted.
		expect(await answer()).toEqual({ state: "writing", lease_owner: null, attempts: 0 });
	},
);
