import { describeLocal, localProvider } from "../chat/providers/local-provider.server.ts";
import { formatBytes } from "../local-model/download/format-bytes.server.ts";
import type { ModelFile } from "../local-model/gguf/describe-model.server.ts";
import { ModelSupervisor, ModelUnavailable } from "../local-model/model-supervisor.server.ts";
import { findRuntime, RuntimeProblem } from "../local-model/runtime/install-runtime.server.ts";
import type { Config } from "../platform/config.server.ts";
import { broken, type Finding, fine, note } from "./finding.server.ts";
import { tryModel } from "./try-models.server.ts";

/** Enough for the question and a word: what a context takes is not to be missing at the server beside. */
const CONTEXT_TOKENS = 512;
/** The memory that llama.cpp needs beside the model, which a running server shares. */
const WORK_BYTES = 200 * 1024 ** 2;
/** From a slow disk a large file comes for minutes. */
const LOADING_MS = 10 * 60_000;

/**
 * Loads the model of a file in a process of the command's own, asks it and ends it. Installs nothing.
 * @param settings where the runtime is, and whether it may take a graphics card
 */
export async function tryModelInFile(
	file: ModelFile,
	{ gpu, runtimeFolder: folder }: Config["localModel"],
	idleTimeoutMs: number,
): Promise<Finding[]> {
	const name = `${file.name ?? file.id} (${file.path})`;
	const runtime = await findRuntime({ folder, gpu }).catch((error: unknown) => {
		if (error instanceof RuntimeProblem) return error.message;
		throw error;
	});
	if (typeof runtime === "string") return [broken(runtime)];
	if (!runtime.isInstalled)
		return [note(`${name}: среды для моделей ещё нет, её поставит первый запуск сервера (в ${folder})`)];
	const needed = WORK_BYTES + CONTEXT_TOKENS * file.bytesPerToken;
	if (process.availableMemory() < needed)
		return [note(`${name}: на пробу нужно ещё ${formatBytes(needed)} памяти, а столько не осталось`)];
	return ask(file, name, { runtime: runtime.done, gpu, idleTimeoutMs });
}

async function ask(
	file: ModelFile,
	name: string,
	{ runtime, gpu, idleTimeoutMs }: { runtime: string; gpu: boolean; idleTimeoutMs: number },
): Promise<Finding[]> {
	let loadedMs = 0;
	let problem = "";
	const supervisor = new ModelSupervisor({
		prepare: async () => runtime,
		load: { chat: { file: file.path, contextTokens: CONTEXT_TOKENS }, embeddings: null, gpu },
		onReady: (ms) => {
			loadedMs = ms;
		},
		onEnd: (reason) => {
			problem = reason;
		},
	});
	supervisor.start();
	const late = AbortSignal.timeout(LOADING_MS);
	try {
		await supervisor.ready(late);
		const model = describeLocal(
			{ file, contextTokens: CONTEXT_TOKENS },
			localProvider(supervisor, idleTimeoutMs),
		);
		return [fine(`${name} загружается за ${loadedMs} мс`), ...(await tryModel(model))];
	} catch (error) {
		if (late.aborted) return [broken(`${name} не загрузилась за ${LOADING_MS / 60_000} минут`)];
		if (!(error instanceof ModelUnavailable)) throw error;
		return [broken(`${name} не загружается: ${problem}`)];
	} finally {
		await supervisor.stop();
	}
}
