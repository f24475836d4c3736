import type { GigaChatSettings } from "../chat/providers/gigachat/gigachat.server.ts";
import { readModelServers } from "../chat/providers/models-file.server.ts";
import type { OpenAiSettings } from "../chat/providers/openai.server.ts";
import { yandexHeaders } from "../chat/providers/yandex-folder.server.ts";
import type { Config } from "../platform/config.server.ts";

/** A model server of the settings, as it is called, and its own names of the models that are offered. */
export type ModelServer = {
	settings: Pick<OpenAiSettings, "baseUrl" | "apiKey" | "headers" | "ca">;
	/** None: the server is asked for them at the start. */
	names: readonly string[];
	/** Our ids of the same models. */
	ids: readonly string[];
	/** It speaks GigaChat's protocol: it is asked with a token. */
	gigachat?: GigaChatSettings | undefined;
};

/**
 * The model servers that the settings name, without asking any.
 * @throws {ConfigError} with the problems of the models' file
 */
export function modelServers({
	baseUrl,
	apiKey,
	ids,
	file,
	idleTimeoutMs,
	gigachat,
}: Config["model"]): ModelServer[] {
	if (baseUrl !== undefined)
		return [{ settings: { baseUrl, apiKey, headers: yandexHeaders(ids) }, names: ids, ids }];
	if (gigachat) {
		const { models, ...settings } = gigachat;
		return [{ settings, names: models, ids: models, gigachat: { ...settings, idleTimeoutMs } }];
	}
	if (file === undefined) return [];
	return readModelServers(file, idleTimeoutMs).map(({ settings, models, gigachat: own }) => ({
		settings,
		gigachat: own,
		names: models.map(({ id, name }) => name ?? id),
		ids: models.map(({ id }) => id),
	}));
}
