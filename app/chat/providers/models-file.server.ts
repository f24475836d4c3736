import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { ConfigError, fromEnvironment } from "../../platform/config.server.ts";
import { isCrossBorder } from "../../platform/cross-border-host.server.ts";
import { GIGACHAT, GIGACHAT_SCOPES, isAuthorizationKey } from "../../platform/settings/gigachat.server.ts";
import { readSettingsFile, readSettingsText } from "../../platform/settings/settings-file.server.ts";
import type { AddressGuard } from "../../tools/address-guard.server.ts";
import { type GigaChatSettings, gigaChatProvider } from "./gigachat/gigachat.server.ts";
import { modelTitle } from "./model-title.server.ts";
import { fileOfServers, type Server, type ServerModel, storedServers } from "./models-schema.server.ts";
import { type OpenAiSettings, openAiProvider } from "./openai.server.ts";
import type { Model, Provider } from "./provider.server.ts";
import { yandexHeaders } from "./yandex-folder.server.ts";

/** A server of the file: how it is called, and what the file says of it and its models. */
export type FileServer = Server & { settings: OpenAiSettings; gigachat?: GigaChatSettings | undefined };

/**
 * Reads the operator's models file: several servers, several models of each, the first is the default.
 * @param idleTimeoutMs for servers that have none of their own
 * @param environment reads a variable that the file names
 * @throws {ConfigError} in Russian, with the file and the position in it, and every missing variable at once
 */
export function readModelsFile(path: string, idleTimeoutMs: number, environment = fromEnvironment): Model[] {
	const models = modelsOn(path, readModelServers(path, idleTimeoutMs, environment));
	if (models.length === 0) throw new ConfigError([`${path}: все модели выключены.`]);
	return models;
}

/** The models as the database has them. */
export type StoredModels = {
	text: string;
	/** The keys that it keeps, by the id of their server. */
	keys: ReadonlyMap<string, string>;
	/** Refuses some addresses: the text may not be from the person who runs the machine. */
	guard?: AddressGuard;
};

/** The servers as a text says them, which may have no models yet. @throws {ConfigError} */
export const readServers = (path: string, text: string): Server[] =>
	readSettingsText(path, text, storedServers).servers;

/** The models of the database, those that are switched on; none where there are none. @throws {ConfigError} */
export function readStoredModels(
	path: string,
	{ text, keys, guard }: StoredModels,
	idleTimeoutMs: number,
	environment = fromEnvironment,
): Model[] {
	return modelsOn(
		path,
		serversAsCalled(path, readServers(path, text), idleTimeoutMs, environment, { keys, guard }),
	);
}

function modelsOn(path: string, servers: FileServer[]): Model[] {
	const models = servers.flatMap(modelsOf);
	const problems = models.flatMap((model) => problemWithSpare(model, models) ?? []);
	if (problems.length > 0) throw new ConfigError(problems.map((problem) => `${path}: ${problem}`));
	return models.filter(({ off }) => !off);
}

/** The servers of the file. @throws {ConfigError} as `readModelsFile` */
export function readModelServers(
	path: string,
	idleTimeoutMs: number,
	environment = fromEnvironment,
): FileServer[] {
	return serversAsCalled(path, readSettingsFile(path, fileOfServers).servers, idleTimeoutMs, environment);
}

/** @throws {ConfigError} */
export function serversAsCalled(
	path: string,
	servers: readonly Server[],
	idleTimeoutMs: number,
	environment = fromEnvironment,
	{ keys, guard }: Partial<Pick<StoredModels, "keys" | "guard">> = {},
): FileServer[] {
	const problems: string[] = [];
	const read = servers.map((one, i) => {
		const missing = (what: string) => void problems.push(`${path}: servers.${i}: ${what}.`);
		const stored = keys?.get(one.id ?? "");
		const settings = { ...settingsOf(one, idleTimeoutMs, environment, missing), guard };
		if (stored !== undefined) settings.apiKey = stored;
		return { ...one, settings, gigachat: gigaChatOf(one, settings, missing) };
	});
	if (problems.length > 0) throw new ConfigError(problems);
	return read;
}

function settingsOf(
	server: Server,
	idleTimeoutMs: number,
	environment: typeof fromEnvironment,
	missing: (what: string) => void,
): OpenAiSettings {
	const secret = (name: string) => {
		const value = environment(name);
		if (value === undefined) missing(`переменная окружения ${name} не задана`);
		return value ?? "";
	};
	const names = server.models.map(({ id, name }) => name ?? id);
	const headers = Object.fromEntries(
		Object.entries(server.headers).map(([name, value]) => [
			name,
			typeof value === "string" ? value : secret(value.env),
		]),
	);
	return {
		baseUrl: server.baseUrl.replace(/\/+$/, ""),
		apiKey: server.apiKeyEnv && secret(server.apiKeyEnv),
		headers: { ...yandexHeaders(names), ...headers },
		idleTimeoutMs: server.idleTimeoutMs ?? idleTimeoutMs,
		firstPieceTimeoutMs: server.firstPieceTimeoutMs,
		supportsUsage: server.supportsUsage,
		maxTokensParam: server.maxTokensParam,
		effortParam: server.effortParam,
		ca: server.caFile ? readCertificates(server.caFile, missing) : server.ca,
		names: new Map(server.models.flatMap(({ id, name }) => (name ? [[id, name]] : []))),
	};
}

/** The settings of GigaChat; undefined for a server of another kind. */
function gigaChatOf(
	{ api, scope = GIGACHAT_SCOPES[0], authUrl = GIGACHAT.authUrl, apiKeyEnv }: Server,
	settings: OpenAiSettings,
	missing: (what: string) => void,
): GigaChatSettings | undefined {
	if (api !== "gigachat") return undefined;
	const {
		apiKey: credentials = "",
		baseUrl,
		idleTimeoutMs,
		firstPieceTimeoutMs,
		ca,
		names,
		guard,
	} = settings;
	if (apiKeyEnv === undefined && credentials === "")
		missing("для gigachat нужен apiKeyEnv: переменная с ключом авторизации");
	else if (credentials !== "" && !isAuthorizationKey(credentials))
		missing(
			`${apiKeyEnv ? `в переменной ${apiKeyEnv}` : "в базе"} не ключ авторизации GigaChat: он одной строкой Base64`,
		);
	return { baseUrl, authUrl, credentials, scope, idleTimeoutMs, firstPieceTimeoutMs, ca, names, guard };
}

/** The provider that asks this server. */
export const providerOf = ({ gigachat, settings }: FileServer): Provider =>
	gigachat ? gigaChatProvider(gigachat) : openAiProvider(settings);

function modelsOf(server: FileServer): Model[] {
	const provider = providerOf(server);
	const crossBorder = server.crossBorder ?? server.foreign ?? isCrossBorder(server.baseUrl);
	return server.models.map(({ id, name, title, price, ...model }) => ({
		...model,
		...(price && { price: kopecksOf(price) }),
		id,
		title: title ?? modelTitle(name ?? id),
		crossBorder,
		provider,
		generatesTitles: true,
	}));
}

const kopecksOf = ({ input, cached = input, output }: NonNullable<ServerModel["price"]>) => ({
	input: Math.round(input * 100),
	cached: Math.round(cached * 100),
	output: Math.round(output * 100),
});

/** A spare takes what the model takes, and sends nothing to where the person was not told it would go. */
function problemWithSpare(
	{ id, spare, sees, crossBorder }: Model,
	models: readonly Model[],
): string | undefined {
	if (spare === undefined) return undefined;
	const other = models.find((model) => model.id === spare);
	if (!other || spare === id) return `запасной модели «${spare}» для «${id}» нет среди других.`;
	if (other.crossBorder && !crossBorder)
		return `запасная модель «${spare}» за границей, а «${id}» — нет: о передаче за границу людей не предупредят.`;
	if (sees && !other.sees) return `«${id}» принимает картинки, а запасная модель «${spare}» — нет.`;
	return undefined;
}

/** CA certificates trusted in addition to Node's, as PEM. */
function readCertificates(path: string, missing: (what: string) => void): string | undefined {
	const file = resolve(path);
	const pem = existsSync(file) ? readFileSync(file, "utf8") : undefined;
	if (pem === undefined) missing(`файла сертификатов «${path}» нет`);
	else if (!pem.includes("-----BEGIN CERTIFICATE-----")) missing(`в файле «${path}» нет сертификатов PEM`);
	return pem;
}
