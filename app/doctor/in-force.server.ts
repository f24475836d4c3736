import { existsSync } from "node:fs";
import type { StoredModels } from "../chat/providers/models-file.server.ts";
import { isFileInForce, loadStoredModels } from "../chat/providers/stored/stored-models.server.ts";
import { type Config, ConfigError } from "../platform/config.server.ts";
import { type Db, openDatabase } from "../platform/db/connection.server.ts";
import { readSchemaState } from "../platform/db/migrate.server.ts";
import { sectionInForce } from "../platform/stored-settings/section-source.server.ts";
import { startStoredSettings } from "../platform/stored-settings/service.server.ts";
import { loadTools, type ToolsInForce, toolsFileRead } from "../tools/stored/stored-tools.server.ts";

/**
 * The settings that count: those without the files that were taken over into the database, and what the screens have set
 * there. Needs the database, and its settings read.
 */
export async function readInForce(db: Db, config: Config) {
	const tools = sectionInForce("tools", toolsFileRead).source === "database" ? await storedTools(db) : null;
	const counts: Config = {
		...config,
		model: isFileInForce() ? config.model : { ...config.model, file: undefined },
		tools: tools ? { ...config.tools, file: undefined } : config.tools,
	};
	return { config: counts, models: await loadStoredModels(db), tools };
}

async function storedTools(db: Db): Promise<Omit<ToolsInForce, "off">> {
	try {
		return await loadTools(db);
	} catch (error) {
		if (!(error instanceof ConfigError)) throw error;
		return { search: null, servers: [], problems: error.problems };
	}
}

/** The settings before a start. */
type BeforeStart = {
	config: Config;
	models: StoredModels | null;
	/** What the screens have set could not be read: a file may have been taken over. */
	isUnread: boolean;
};

/**
 * The same before a start, of a database that may be away or of another release. It is neither made nor migrated.
 * @param work goes by them, while those of the database are at hand
 */
export async function beforeStart<T>(
	config: Config,
	work: (settings: BeforeStart) => Promise<T>,
): Promise<T> {
	const [, file] = /^sqlite:(.+)/.exec(config.databaseUrl) ?? [];
	// Opening would create an empty one.
	if (file && !existsSync(file)) return work({ config, models: null, isUnread: false });
	const steps: (() => Promise<void>)[] = [];
	try {
		return await work(await readBeforeStart(config, steps));
	} finally {
		for (const close of steps.toReversed()) await close();
	}
}

/** @param steps are given what closes that which was opened, also where it could not be read to its end */
async function readBeforeStart(config: Config, steps: (() => Promise<void>)[]): Promise<BeforeStart> {
	try {
		const db = await openDatabase(config.databaseUrl, 1);
		steps.push(() => db.destroy());
		// Nothing was taken over into an empty one.
		if ((await readSchemaState(db)).last === undefined) return { config, models: null, isUnread: false };
		steps.push(await startStoredSettings(db, ""));
		const { config: counts, models } = await readInForce(db, config);
		return { config: counts, models, isUnread: false };
	} catch {
		// Away, or without a table that this release reads: the start and the whole check say why.
		return { config, models: null, isUnread: true };
	}
}
