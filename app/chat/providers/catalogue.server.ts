import { HttpError } from "../../http-client/http-error.server.ts";
import { type Config, ConfigError } from "../../platform/config.server.ts";
import { isCrossBorder } from "../../platform/cross-border-host.server.ts";
import { gigaChatProvider } from "./gigachat/gigachat.server.ts";
import { type ListedModel, listModels } from "./model-list.server.ts";
import { modelTitle } from "./model-title.server.ts";
import { readModelsFile, readStoredModels, type StoredModels } from "./models-file.server.ts";
import { openAiProvider } from "./openai.server.ts";
import type { Model, Provider } from "./provider.server.ts";
import { yandexHeaders } from "./yandex-folder.server.ts";

/** The models of this installation, the default first, and their source. */
export type Catalogue = { source: "configured" | "file" | "ollama" | "faq"; models: Model[] };

/** The id of the FAQ provider's model. Answers and conversations store it, so it stays what it was first called. */
const FAQ_MODEL_ID = "handbook";

const OLLAMA = "http://127.0.0.1:11434";
/** The timeout of the local probe: a local server answers at once or is not there, and the start must not wait. */
const PROBE_MS = 300;
const LIST_MS = 10_000;
// Most hosted models read as much. A smaller one rejects the request, and the error is shown to the user.
const USUAL_CONTEXT_TOKENS = 32_768;
// Ollama's default context size; it silently drops the beginning beyond it.
const OLLAMA_CONTEXT_TOKENS = 4_096;

type Sources = {
	faq: Provider;
	/** The model in a file, where there is one. */
	local?: Model | null;
	/** The models of the database. */
	stored?: StoredModels | null;
	ollamaUrl?: string;
};

/**
 * Loads the models at startup, and again where the database changes what it says of them: those of the configured server, of GigaChat, of the operator's file of servers, of the database, the one that a
 * process of this server runs, those of a local Ollama, or the FAQ provider.
 * @throws {ConfigError} when a server is configured without models and does not list them
 */
export async function loadModels(
	settings: Config["model"],
	{ faq, local = null, stored = null, ollamaUrl = OLLAMA }: Sources,
): Promise<Catalogue> {
	if (settings.baseUrl !== undefined) return configured(settings.baseUrl, settings);
	if (settings.gigachat) return { source: "configured", models: gigaChatModels(settings.gigachat, settings) };
	if (settings.file !== undefined) {
		return { source: "configured", models: readModelsFile(settings.file, settings.idleTimeoutMs) };
	}
	const own = stored ? readStoredModels("Модели в базе", stored, settings.idleTimeoutMs) : [];
	if (own.length > 0) return { source: "configured", models: own };
	if (local) return { source: "file", models: [local] };
	const models = settings.autodetect && (await findOllama(`${ollamaUrl}/v1`, settings.idleTimeoutMs));
	if (models) return { source: "ollama", models };
	const model = {
		id: FAQ_MODEL_ID,
		title: "Справочник",
		contextTokens: USUAL_CONTEXT_TOKENS,
		crossBorder: false,
		sees: false,
		tools: false,
		reasoningBack: "never" as const,
	};
	return { source: "faq", models: [{ ...model, generatesTitles: false, provider: faq }] };
}

async function configured(baseUrl: string, settings: Config["model"]): Promise<Catalogue> {
	const { apiKey, idleTimeoutMs } = settings;
	const named = [...new Set(settings.ids)].map((id): ListedModel => ({ id }));
	const models = named.length > 0 ? named : await askForModels(baseUrl, apiKey);
	const headers = yandexHeaders(models.map(({ id }) => id));
	const provider = openAiProvider({ baseUrl, apiKey, headers, idleTimeoutMs });
	const crossBorder = isCrossBorder(baseUrl);
	return {
		source: "configured",
		models: models.map((model) => ({
			...describe(model, crossBorder, provider),
			sees: settings.sees,
			tools: settings.tools,
		})),
	};
}

function gigaChatModels(
	{ models, ...gigachat }: NonNullable<Config["model"]["gigachat"]>,
	{ idleTimeoutMs, sees, tools }: Config["model"],
): Model[] {
	const provider = gigaChatProvider({ ...gigachat, idleTimeoutMs });
	return [...new Set(models)].map((id) => ({
		...describe({ id }, isCrossBorder(gigachat.baseUrl), provider),
		sees,
		tools,
	}));
}

async function askForModels(baseUrl: string, apiKey: string | undefined): Promise<ListedModel[]> {
	const headers: Record<string, string> = apiKey ? { Authorization: `Bearer ${apiKey}` } : {};
	let why = "в его списке нет ни одной";
	try {
		const models = await listModels({ baseUrl, headers }, LIST_MS);
		if (models.length > 0) return models;
	} catch (error) {
		if (!(error instanceof HttpError)) throw error;
		why = explain(error);
	}
	throw new ConfigError([
		`MODELS не задан, а сервер ${new URL(baseUrl).host} своих моделей не назвал: ${why}. Перечислите модели в MODELS через запятую или проверьте MODEL_BASE_URL и MODEL_API_KEY.`,
	]);
}

function explain({ failure, status, detail }: HttpError): string {
	if (failure === "timeout") return `он не ответил за ${LIST_MS / 1_000} секунд`;
	if (failure === "network") return `с ним нет связи (${detail || "соединение оборвалось"})`;
	if (status === 401 || status === 403) return "он не принимает ключ";
	if (status === 404) return "списка моделей у него нет";
	return `он ответил кодом ${status}`;
}

async function findOllama(baseUrl: string, idleTimeoutMs: number): Promise<Model[] | undefined> {
	try {
		const models = await listModels({ baseUrl, headers: {} }, PROBE_MS);
		if (models.length === 0) return undefined;
		const provider = openAiProvider({ baseUrl, idleTimeoutMs, supportsUsage: true });
		return models.map(({ id }) => describe({ id, contextTokens: OLLAMA_CONTEXT_TOKENS }, false, provider));
	} catch (error) {
		if (error instanceof HttpError) return undefined;
		throw error;
	}
}

function describe({ id, contextTokens }: ListedModel, crossBorder: boolean, provider: Provider): Model {
	return {
		id,
		title: modelTitle(id),
		contextTokens: contextTokens ?? USUAL_CONTEXT_TOKENS,
		crossBorder,
		sees: false,
		tools: false,
		reasoningBack: "tools",
		generatesTitles: true,
		provider,
	};
}
