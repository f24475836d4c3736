import { openSecrets } from "../../../accounts/staff/setting-secrets.server.ts";
import { config, sessionSecret } from "../../../platform/config.server.ts";
import type { Db } from "../../../platform/db/connection.server.ts";
import { log } from "../../../platform/log.server.ts";
import {
	lockOf,
	readSectionFile,
	sectionInForce,
} from "../../../platform/stored-settings/section-source.server.ts";
import type { StoredModels } from "../models-file.server.ts";

/** The operator's file of models, as it was at the start. */
export const modelsFileRead = config.model.file === undefined ? null : readSectionFile(config.model.file);

/** The part of a secret's id that says whose it is. */
export const MODEL_SECRETS = "models";

/** Whether the models are those of the file, and not taken over. */
export const isFileInForce = (): boolean => sectionInForce("models", modelsFileRead).source === "file";

/** The variable by which the models are others than those of the database; null: none. */
export function modelsVariable(): string | null {
	const { baseUrl, gigachat } = config.model;
	if (baseUrl !== undefined) return "MODEL_BASE_URL";
	if (gigachat) return "GIGACHAT_CREDENTIALS";
	// A file of servers goes before a model in a file.
	return config.localModel.file && !isFileInForce() ? "MODEL_FILE" : null;
}

/** The variable or the file that keeps the models from being changed on the screens; null: none. */
export function modelsLock(): string | null {
	if (!config.configScreens) return "CONFIG_SCREENS";
	return modelsVariable() ?? lockOf("models", modelsFileRead);
}

/** The models of the database, with their keys; null: none that are in force. */
export async function loadStoredModels(db: Db): Promise<StoredModels | null> {
	const inForce = sectionInForce("models", modelsFileRead);
	if (inForce.source !== "database" || config.localModel.file) return null;
	const keys = await openSecrets(db, sessionSecret(config), MODEL_SECRETS, (id) =>
		log.error("Ключ сервера моделей не читается: SESSION_SECRET был другим. Задайте его снова", { id }),
	);
	return { text: inForce.text, keys, guard: { allowPrivate: config.allowPrivateModels } };
}
