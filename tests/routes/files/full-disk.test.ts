import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SERVER } from "../../../bin/server-process.mjs";
import { type FakeModel, startFakeModel } from "../../support/fakes/fake-model.ts";
import { type Instance, startInstance } from "../../support/instance.ts";
import { Person } from "../../support/person.ts";
import { plansFile } from "../../support/plans-file.ts";
import { ended, fileOf, question } from "./uploads.ts";

const MB = 1024 ** 2;
/** A little more than what the server leaves free for the database. */
const DISK = "300m";
const FILES = 8;

/** A disk of its own needs a namespace of its own, which not every machine grants. */
const MOUNTED = ["-rm", "sh", "-c", `mount -t tmpfs -o size=${DISK} tmpfs "$DATA_DIR" && exec "$0" "$@"`];
const canMount =
	spawnSync("unshare", [...MOUNTED, "true"], { env: { ...process.env, DATA_DIR: "/mnt" } }).status === 0;

describe.skipIf(!canMount)("a disk that gets full", () => {
	let instance: Instance;
	let model: FakeModel;
	beforeAll(async () => {
		model = await startFakeModel();
		const unshare = JSON.stringify(["unshare", ...MOUNTED, process.execPath, ...SERVER]);
		const program = `const args = ${unshare}; process.execve("/usr/bin/unshare", args, process.env);`;
		instance = await startInstance({
			env: {
				MODEL_BASE_URL: model.url,
				MODELS: "test-model",
				MODEL_TITLES: "0",
				PLANS_FILE: plansFile({ files: { bytes: 4_000 * MB, perDay: 1_000 } }),
			},
			command: ["--no-warnings", "--eval", program],
		});
	});
	afterAll(async () => {
		await instance?.stop();
		await model?.stop();
	});

	test("what does not fit is refused with 507 in words; the chat goes on, the database is whole", async () => {
		const anna = await new Person(instance).register();
		const content = (i: number) => Buffer.alloc(45 * MB, `Файл ${i}. `);
		const forms = await Promise.all(
			Array.from({ length: FILES }, (_, i) =>
				anna.postFiles("/chat/files", [["files", fileOf(`${i}.txt`, content(i))]]),
			),
		);
		const refused = forms.filter(({ status }) => status === 507);
		expect(refused.length).toBeGreaterThan(0);
		expect(forms.every(({ status }) => status === 507 || status === 200)).toBe(true);
		for (const response of refused) expect((await response.json()).message).toMatch(/мест/);
		// One after the other, until nothing fits any more: said with the page, and nothing typed is lost.
		let full: Response | undefined;
		for (let i = FILES; full?.status !== 507 && i < 2 * FILES; i++)
			full = await anna.postFiles("/chat", question("Мой вопрос", [fileOf("a.txt", content(i))]));
		expect(full?.status).toBe(507);
		expect(await full?.text()).toContain("Мой вопрос");
		const { conversationId } = await anna.ask("Ещё вопрос, без файла");
		expect(await ended(anna, conversationId)).toContain("Ещё вопрос");
		const db = new DatabaseSync(copyOfDatabase(instance));
		expect(db.prepare("pragma integrity_check").get()).toEqual({ integrity_check: "ok" });
		db.close();
	});
});

/** The disk is seen by the server alone; SQLite would look for the file on ours. */
function copyOfDatabase({ process: { pid }, dataDir }: Instance): string {
	const folder = mkdtempSync(join(tmpdir(), "sobesednik-copy-"));
	for (const name of ["sobesednik.db", "sobesednik.db-wal"])
		copyFileSync(join("/proc", String(pid), "root", dataDir, name), join(folder, name));
	return join(folder, "sobesednik.db");
}
