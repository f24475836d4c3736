import { isFileInForce, loadStoredModels } from "../chat/providers/stored/stored-models.server.ts";
import { type Config, ConfigError } from "../platform/config.server.ts";
import type { Db } from "../platform/db/connection.server.ts";
import { sectionInForce } from "../platform/stored-settings/section-source.server.ts";
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
