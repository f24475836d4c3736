import { createHash } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { config } from "../../app/platform/config.server.ts";
import { transact } from "../../app/platform/db/transact.server.ts";
import { storedSettings } from "../../app/platform/stored-settings/service.server.ts";
import { StoredSettings } from "../../app/platform/stored-settings/stored-settings.server.ts";
import { writeSection } from "../../app/platform/stored-settings/write-section.server.ts";
import { eachDatabase } from "../support/database/databases.ts";

const NOW = 1_800_000_000_000;
const folder = mkdtempSync(join(tmpdir(), "sobesednik-models-"));
const file = join(folder, "models.json");
const textOf = (id: string) =>
	JSON.stringify({ servers: [{ baseUrl: "http://127.0.0.1:9/v1", models: [{ id }] }] });
writeFileSync(file, textOf("of-the-file"));
// As `content/models.json` beside MODEL_FILE. The file is read with the modules, which therefore come later.
config.model.file = file;
config.localModel.file = join(folder, "model.gguf");
const { modelsLock } = await import("../../app/chat/providers/stored/stored-models.server.ts");
const { checkStoredSettings } = await import("../../app/doctor/check-stored-settings.server.ts");

afterEach(() => storedSettings.withdraw());

eachDatabase((openTestDb) => {
	test("beside a model in a file the file of servers is named while it counts, and MODEL_FILE once it was taken over", async () => {
		const db = await openTestDb();
		const stored = new StoredSettings(db, () => {});
		storedSettings.provide(stored);
		expect([modelsLock(), checkStoredSettings()]).toEqual([file, []]);
		const section = { value: textOf("of-the-screen"), revision: 0, changedBy: null };
		await transact(db, (trx) => writeSection(trx, "models", section, NOW));
		await stored.refresh();
		expect(modelsLock()).toBe(file);
		const text = expect.stringContaining(`Модели: действует файл ${file}, а не заданное на экране`);
		expect(checkStoredSettings()).toEqual([{ level: "note", text }]);
		const takenHash = createHash("sha256").update(textOf("of-the-file")).digest("hex");
		await transact(db, (trx) => writeSection(trx, "models", { ...section, revision: 1, takenHash }, NOW));
		await stored.refresh();
		expect(modelsLock()).toBe("MODEL_FILE");
		expect(checkStoredSettings()).toEqual([
			{ level: "note", text: "Модели: действует MODEL_FILE, а не заданное на экране" },
		]);
	});
});
