import { config } from "../platform/config.server.ts";
import { log } from "../platform/log.server.ts";
import { service } from "../platform/service.server.ts";
import { contextTokensFor, leastMemory } from "./context-size.server.ts";
import { describeConfigured, findOwnModel } from "./find-model-file.server.ts";
import type { ModelFile } from "./gguf/describe-model.server.ts";
import type { ModelSupervisor } from "./model-supervisor.server.ts";

/** Models in files, and the one process that runs them. */
export type LocalModel = {
	/** The one that answers, and how much it reads: question, conversation and answer together; null: none. */
	chat: { file: ModelFile; contextTokens: number } | null;
	/** The one that makes vectors of documents; null: none. */
	embeddings: ModelFile | null;
	supervisor: ModelSupervisor;
};

/** The models that a process of this server runs; null: none. */
export const localModel = service<LocalModel | null>("local model");

/**
 * Starts the process of the models in files, where there are some and no other server is set. Returns before they are
 * loaded.
 * @returns ends it
 * @throws {ConfigError} when a file is no model of its kind
 */
export async function startLocalModel(): Promise<() => Promise<void>> {
	const chat = await findOwnModel(config);
	const { embeddingsFile } = config.localModel;
	const embeddings =
		embeddingsFile && (await describeConfigured("EMBEDDINGS_FILE", embeddingsFile, "embeddings"));
	const started = chat || embeddings ? await startFor(chat, embeddings || null) : null;
	localModel.provide(started);
	return async () => {
		await started?.supervisor.stop();
		localModel.withdraw();
	};
}

async function startFor(chat: ModelFile | null, embeddings: ModelFile | null): Promise<LocalModel> {
	const { gpu, runtimeFolder: folder } = config.localModel;
	const freeBytes = process.availableMemory() - (embeddings ? leastMemory(embeddings) : 0);
	const contextTokens = chat ? contextTokensFor(chat, freeBytes) : 0;
	const files = { file: chat?.path, embeddings: embeddings?.path };
	log.info("Загружаем модель из файла", { ...files, ...(chat && { contextTokens }) });
	if (chat && freeBytes < leastMemory(chat))
		log.warn("Памяти для модели мало: она может работать очень медленно или не загрузиться", {
			freeMb: toMb(freeBytes),
			neededMb: toMb(leastMemory(chat)),
		});
	// Without a model in a file none of this is loaded.
	const { ModelSupervisor } = await import("./model-supervisor.server.ts");
	const { ensureRuntime } = await import("./runtime/install-runtime.server.ts");
	const supervisor = new ModelSupervisor({
		prepare: (signal) =>
			ensureRuntime({
				folder,
				gpu,
				signal,
				onInstall: () => log.info("Устанавливаем среду для моделей (один раз)", { folder }),
			}),
		load: {
			chat: chat && { file: chat.path, contextTokens },
			embeddings: embeddings && { file: embeddings.path },
			gpu,
		},
		onReady: (ms) => log.info("Модель загружена", { ...files, ms }),
		onStarved: () =>
			log.warn(
				"Другие программы занимают все ядра: процесс модели больше не уступает им всё время, страницы рядом с ним могут открываться медленнее",
			),
		onEnd: (reason, pauseMs) => log.error("Процесс модели закончился, запускаем снова", { reason, pauseMs }),
	});
	supervisor.start();
	return { chat: chat && { file: chat, contextTokens }, embeddings, supervisor };
}

const toMb = (bytes: number) => Math.round(bytes / 1024 ** 2);
