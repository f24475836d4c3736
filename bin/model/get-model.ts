import { join } from "node:path";
import { type Downloaded, downloadModel } from "../../app/local-model/download/download-model.server.ts";
import { DownloadProblem } from "../../app/local-model/download/download-problem.server.ts";
import { formatBytes } from "../../app/local-model/download/format-bytes.server.ts";
import { modelSource } from "../../app/local-model/download/model-source.server.ts";
import type { Room } from "../../app/local-model/download/room-for-model.server.ts";
import { listModelFiles } from "../../app/local-model/find-model-file.server.ts";
import { describeModel } from "../../app/local-model/gguf/describe-model.server.ts";
import { ensureRuntime, RuntimeProblem } from "../../app/local-model/runtime/install-runtime.server.ts";
import type { Config } from "../../app/platform/config.server.ts";
import { printLine } from "../console/terminal-output.ts";
import { aboutModel } from "./about-model.ts";
import { ProgressBar } from "./progress-bar.ts";

type Options = { sha256?: string; from?: string; "allow-host"?: string[]; force: boolean };

/** Fetches a model and what runs it. @returns the exit code */
export async function getModel(
	settings: Config["localModel"],
	what: string,
	{ sha256, from, force, "allow-host": allowedHosts = [] }: Options,
): Promise<number> {
	const stop = new AbortController();
	for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
	const bar = new ProgressBar(process.stdout);
	try {
		const { url, fileName } = modelSource(what, from, sha256 !== undefined);
		const target = join(settings.folder, fileName);
		const downloaded = await downloadModel({
			url,
			target,
			sha256: sha256 ?? null,
			allowedHosts,
			force,
			signal: stop.signal,
			onRoom: (room, total, arrived) => {
				for (const line of aboutRoom(room, total, arrived)) printLine(line);
				bar.begin(arrived);
			},
			onProgress: (arrived, total) => bar.show(arrived, total),
			onBreak: (reason, pauseMs) => {
				bar.end();
				printLine(`Связь прервалась (${reason}), повторяем через ${pauseMs / 1_000} с.`);
			},
			onCheck: () => {
				bar.end();
				printLine("Проверяем контрольную сумму…");
			},
		});
		await sayDone(downloaded);
		await ensureRuntime({
			folder: settings.runtimeFolder,
			gpu: settings.gpu,
			signal: stop.signal,
			onInstall: () => printLine("Устанавливаем среду для моделей (один раз)…"),
		});
		await sayHowToStart(settings, target);
		return 0;
	} catch (error) {
		bar.end();
		if (stop.signal.aborted) printLine("Прервано. Скачанное сохранено: та же команда продолжит.");
		else if (error instanceof DownloadProblem || error instanceof RuntimeProblem) printLine(error.message);
		else throw error;
		return 1;
	}
}

const aboutRoom = (room: Room, total: number, arrived: number) => [
	`Файл: ${formatBytes(total)}${arrived > 0 ? `, из них уже скачано ${formatBytes(arrived)}` : ""}; на диске свободно ${formatBytes(room.diskFree)}.`,
	`Памяти модель займёт около ${formatBytes(room.memoryNeeded)}; на машине ${formatBytes(room.memory)}, свободно ${formatBytes(room.memoryFree)}.`,
	...(room.memoryFree < room.memoryNeeded && room.memory >= room.memoryNeeded
		? ["Сейчас свободной памяти мало: закройте другие программы перед запуском."]
		: []),
];

async function sayDone({ file, sha256, isConfirmed }: Downloaded): Promise<void> {
	for (const line of aboutModel(file)) printLine(line);
	printLine(
		isConfirmed
			? `SHA-256 совпадает: ${sha256}`
			: `SHA-256: ${sha256} (с чем сравнить, неизвестно: сверьте со страницей модели)`,
	);
}

async function sayHowToStart({ folder }: Config["localModel"], target: string): Promise<void> {
	const models = await Promise.all(
		(await listModelFiles(folder)).map((path) => describeModel(path).catch(() => null)),
	);
	const isOnly = models.filter((model) => model?.kind === "chat").length === 1;
	printLine(`Готово. Запуск: ${isOnly ? "npm start" : `MODEL_FILE=${target} npm start`}`);
}
