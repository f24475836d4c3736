import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../../../app/platform/db/connection.server.ts";
import { migrate } from "../../../app/platform/db/migrate.server.ts";
import { type FakeModel, startFakeModel } from "../../../tests/support/fakes/fake-model.ts";
import { type Instance, startInstance } from "../../../tests/support/instance.ts";

/** The application with a scripted model. */
export type Site = { instance: Instance; model: FakeModel };

/** Runs a measurement on an instance and a model of its own, and ends them. */
export async function onSite<T>(
	measure: (site: Site) => Promise<T>,
	env: Record<string, string> = {},
): Promise<T> {
	const model = await startFakeModel();
	const instance = await startInstance({ env: { ...modelled(model), ...env } });
	try {
		return await measure({ instance, model });
	} finally {
		await instance.stop();
		await model.stop();
	}
}

/** Settings of a measured instance: one model, no generated titles, error log only. */
export const modelled = ({ url }: Pick<FakeModel, "url">) => ({
	MODEL_BASE_URL: url,
	MODELS: "test-model",
	MODEL_TITLES: "0",
	LOG_LEVEL: "error",
});

/** A folder with an empty, migrated database, which is filled before a server opens it; removed afterwards. */
export async function withDataDir<T>(work: (folder: string, url: string) => Promise<T>): Promise<T> {
	const folder = mkdtempSync(join(tmpdir(), "sobesednik-bench-"));
	const url = `sqlite:${join(folder, "sobesednik.db")}`;
	try {
		const db = await openDatabase(url);
		await migrate(db);
		await db.destroy();
		return await work(folder, url);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
