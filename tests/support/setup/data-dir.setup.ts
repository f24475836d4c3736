import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

// Before anything of the application is imported: what reads the configuration of this process must find
// neither the developer's settings nor their data, nor an Ollama of theirs.
const folder = mkdtempSync(join(tmpdir(), "sobesednik-data-"));
for (const name of ["APP_URL", "DATABASE_URL", "SMTP_URL", "MODEL_BASE_URL"]) delete process.env[name];
process.env.DATA_DIR = folder;
process.env.MODEL_AUTODETECT = "0";
process.env.LOG_LEVEL = "warn";

afterAll(() => rmSync(folder, { recursive: true, force: true }));
