import { readFile, rm } from "node:fs/promises";
import { basename } from "node:path";
import { checksumPath, sha256Of } from "../../app/local-model/download/download-model.server.ts";
import { formatBytes } from "../../app/local-model/download/format-bytes.server.ts";
import { listModelFiles } from "../../app/local-model/find-model-file.server.ts";
import { describeModel } from "../../app/local-model/gguf/describe-model.server.ts";
import { NotGguf } from "../../app/local-model/gguf/read-gguf.server.ts";
import type { Config } from "../../app/platform/config.server.ts";
import { alignColumns, printLine } from "../console/terminal-output.ts";
import { kindOf, licenseOf } from "./about-model.ts";

type Settings = Config["localModel"];

/** Prints the models of the folder. @returns the exit code */
export async function listModels({ folder, file }: Settings): Promise<number> {
	const paths = await listModelFiles(folder);
	if (paths.length === 0) printLine(`В ${folder} моделей нет. Скачать: npm run model -- get АДРЕС`);
	const rows: string[][] = [];
	for (const path of paths) {
		const model = await describeModel(path).catch(notModel);
		rows.push(
			model
				? [
						basename(path),
						formatBytes(model.bytes),
						`контекст ${model.trainedTokens}`,
						kindOf(model),
						licenseOf(model),
					]
				: [basename(path), "", "", "повреждён", ""],
		);
	}
	for (const line of alignColumns(rows)) printLine(line);
	if (file) printLine(`MODEL_FILE: ${file}`);
	return 0;
}

/** Reads the files, and compares them with the checksums of their download. @returns the exit code */
export async function checkModels({ folder }: Settings, name: string): Promise<number> {
	const paths = await named(folder, name);
	if (!paths) return unknown(folder, name);
	let isGood = true;
	for (const path of paths) {
		const problem = await problemOf(path);
		printLine(problem ? `✗ ${basename(path)}: ${problem}` : `✓ ${basename(path)}`);
		if (problem) isGood = false;
	}
	return isGood ? 0 : 1;
}

async function problemOf(path: string): Promise<string | null> {
	if (!(await describeModel(path).catch(notModel))) return "это не модель в формате GGUF, или файл повреждён";
	const kept = await readFile(checksumPath(path), "utf8").catch(() => "");
	if (kept === "") return null;
	const now = await sha256Of(path, new AbortController().signal);
	return now === kept.trim() ? null : "контрольная сумма не та, что при загрузке: скачайте файл заново";
}

/** Removes one model. @returns the exit code */
export async function removeModel({ folder, file }: Settings, name: string): Promise<number> {
	const [path] = (await named(folder, name)) ?? [];
	if (!path) return unknown(folder, name);
	await rm(path);
	await rm(checksumPath(path), { force: true });
	printLine(`Удалён ${path}.`);
	if (path === file) printLine("На него указывает MODEL_FILE: без этой настройки сервер снова запустится.");
	return 0;
}

/** @returns the paths of the model with this name, or of all; null: there is none */
async function named(folder: string, name: string): Promise<string[] | null> {
	const paths = await listModelFiles(folder);
	if (name === "") return paths;
	const wanted = basename(name);
	const found = paths.filter((path) => basename(path) === wanted || basename(path) === `${wanted}.gguf`);
	return found.length > 0 ? found : null;
}

function unknown(folder: string, name: string): number {
	printLine(`Модели «${name}» в ${folder} нет. Какие есть: npm run model -- list`);
	return 1;
}

function notModel(error: unknown): null {
	if (error instanceof NotGguf) return null;
	throw error;
}
