import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { type Config, ConfigError } from "../platform/config.server.ts";
import { describeModel, type ModelFile } from "./gguf/describe-model.server.ts";
import { NotGguf } from "./gguf/read-gguf.server.ts";

/** Looked at in the folder of models. */
const MOST_FILES = 100;

/** The paths of the models in a folder, by name; none where there is no folder. */
export async function listModelFiles(folder: string): Promise<string[]> {
	const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
		if (error.code === "ENOENT") return [];
		throw error;
	});
	return names
		.filter((name) => /\.gguf$/i.test(name))
		.sort()
		.slice(0, MOST_FILES)
		.map((name) => join(folder, name));
}

/**
 * The model that answers: the file of the settings, or the only one for conversations in the folder of models.
 * @returns null where there is none, or several to choose from
 * @throws {ConfigError} when the file of the settings is no such model
 */
export async function findModelFile(settings: {
	file: string | null;
	folder: string;
}): Promise<ModelFile | null> {
	if (settings.file) return describeConfigured("MODEL_FILE", settings.file, "chat");
	const found: ModelFile[] = [];
	for (const path of await listModelFiles(settings.folder)) {
		const model = await describeModel(path).catch((error: unknown) => {
			if (error instanceof NotGguf) return null;
			throw error;
		});
		if (model?.kind === "chat") found.push(model);
	}
	return found.length === 1 ? (found[0] ?? null) : null;
}

/**
 * The model in a file that a server of these settings runs.
 * @returns null where another server answers, or there is none
 * @throws {ConfigError} when the file of the settings is no such model
 */
export async function findOwnModel({
	model,
	localModel,
}: Pick<Config, "model" | "localModel">): Promise<ModelFile | null> {
	const isOther = model.baseUrl !== undefined || model.gigachat !== null;
	const isElsewhere = isOther || (model.file !== undefined && !localModel.file);
	return isElsewhere ? null : findModelFile(localModel);
}

const WRONG_KIND = {
	chat: "эта модель ведёт беседы, а не строит векторы",
	embeddings: "эта модель строит векторы для поиска, а отвечать на вопросы не умеет",
	projector: "это дополнение к модели, а не сама модель",
};

/**
 * @param name of the setting
 * @throws {ConfigError} when the file is no model of the kind that is wanted
 */
export async function describeConfigured(
	name: string,
	path: string,
	kind: "chat" | "embeddings",
): Promise<ModelFile> {
	const model = await describeModel(path).catch((error: unknown) => {
		const { code } = error as NodeJS.ErrnoException;
		const why =
			error instanceof NotGguf ? "это не модель в формате GGUF, или файл повреждён" : `не прочитан (${code})`;
		throw new ConfigError([`${name}: ${path}: ${why}.`]);
	});
	if (model.kind !== kind) throw new ConfigError([`${name}: ${path}: ${WRONG_KIND[model.kind]}.`]);
	return model;
}
