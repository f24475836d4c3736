import type { GigaChatSettings } from "../chat/providers/gigachat/gigachat.server.ts";
import {
	type FileServer,
	readModelServers,
	readServers,
	type StoredModels,
	serversAsCalled,
} from "../chat/providers/models-file.server.ts";
import type { OpenAiSettings } from "../chat/providers/openai.server.ts";
import { isFileInForce, loadStoredModels } from "../chat/providers/stored/stored-models.server.ts";
import { yandexHeaders } from "../chat/providers/yandex-folder.server.ts";
import { type Config, ConfigError } from "../platform/config.server.ts";
import type { Db } from "../platform/db/connection.server.ts";

/** A model server of the settings, as it is called, and its own names of the models that are offered. */
export type ModelServer = {
	settings: Pick<OpenAiSettings, "baseUrl" | "apiKey" | "headers" | "ca" | "guard">;
	/** None: the server is asked for them at the start. */
	names: readonly string[];
	/** Our ids of the same models. */
	ids: readonly string[];
	/** It speaks GigaChat's protocol: it is asked with a token. */
	gigachat?: GigaChatSettings | undefined;
};

/**
 * The model servers that count now: those of the settings or, where these name none, of the database. None is asked. What
 * the database says and does not count is no server, as for the chat.
 * @throws {ConfigError} with the problems of the models' file
 */
export async function modelServersInForce(db: Db, settings: Config["model"]): Promise<ModelServer[]> {
	const stored = await loadStoredModels(db);
	const given = isFileInForce() ? settings : { ...settings, file: undefined };
	try {
		return modelServers(given, stored);
	} catch (error) {
		if (!(error instanceof ConfigError) || !stored) throw error;
		return modelServers(given);
	}
}

/**
 * The model servers that the settings name, without asking any.
 * @param stored what the database says, for settings that name none
 * @throws {ConfigError} with the problems of the models' file, or of the database
 */
export function modelServers(
	{ baseUrl, apiKey, ids, file, idleTimeoutMs, gigachat }: Config["model"],
	stored: StoredModels | null = null,
): ModelServer[] {
	if (baseUrl !== undefined)
		return [{ settings: { baseUrl, apiKey, headers: yandexHeaders(ids) }, names: ids, ids }];
	if (gigachat) {
		const { models, ...settings } = gigachat;
		return [{ settings, names: models, ids: models, gigachat: { ...settings, idleTimeoutMs } }];
	}
	if (file !== undefined) return readModelServers(file, idleTimeoutMs).map(asAsked);
	if (!stored) return [];
	const place = "Модели в базе";
	return (
		serversAsCalled(place, readServers(place, stored.text), idleTimeoutMs, undefined, stored)
			// One that answers nobody may be away.
			.filter(({ models }) => models.some(({ off }) => !off))
			.map(asAsked)
	);
}

function asAsked({ settings, models, gigachat }: FileServer): ModelServer {
	const on = models.filter(({ off }) => !off);
	return {
		settings,
		gigachat,
		names: on.map(({ id, name }) => name ?? id),
		ids: on.map(({ id }) => id),
	};
}
