import { existsSync } from "node:fs";
import { readGigaChat } from "./gigachat.server.ts";
import type { SettingsReader } from "./settings-reader.server.ts";

/** The model server and what it is asked for. */
export function readModels(reader: SettingsReader) {
	const { set, integer, flag, address, problem } = reader;
	const file = set("MODELS_FILE") ?? "content/models.json";
	if (set("MODELS_FILE") && !existsSync(file)) problem(`MODELS_FILE: файла «${file}» нет.`);
	const ids = (set("MODELS") ?? "").split(",").flatMap((id) => id.trim() || []);
	if (ids.length > 0 && !set("MODEL_BASE_URL"))
		problem("MODELS задан, а MODEL_BASE_URL нет: где искать эти модели?");
	return {
		baseUrl: address("MODEL_BASE_URL"),
		apiKey: set("MODEL_API_KEY"),
		ids,
		/** Several model servers and models; read only without MODEL_BASE_URL. */
		file: existsSync(file) ? file : undefined,
		/** The only model server where it is set. */
		gigachat: readGigaChat(reader),
		sees: flag("MODEL_SEES", "0"),
		tools: flag("MODEL_TOOLS", "0"),
		autodetect: flag("MODEL_AUTODETECT", "1"),
		/** Whether the model writes the titles of conversations. */
		titles: flag("MODEL_TITLES", "1"),
		/** Maximum number of answers that one process writes at the same time. */
		liveAnswers: integer("LIVE_ANSWERS", 600, 1, 100_000),
		/** Maximum number of answers that all servers of the installation write at the same time; null: no limit. */
		liveAnswersTotal: integer("LIVE_ANSWERS_TOTAL", 0, 0, 1_000_000) || null,
		idleTimeoutMs: integer("MODEL_IDLE_TIMEOUT_MS", 60_000, 100, 3_600_000),
	};
}
