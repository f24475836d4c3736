import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import * as v from "valibot";
import { ConfigError, fromEnvironment } from "../../platform/config.server.ts";
import { isCrossBorder } from "../../platform/cross-border-host.server.ts";
import { GIGACHAT, GIGACHAT_SCOPES, isAuthorizationKey } from "../../platform/settings/gigachat.server.ts";
import { readSettingsFile } from "../../platform/settings/settings-file.server.ts";
import { type GigaChatSettings, gigaChatProvider } from "./gigachat/gigachat.server.ts";
import { modelTitle } from "./model-title.server.ts";
import { type OpenAiSettings, openAiProvider } from "./openai.server.ts";
import type { Model } from "./provider.server.ts";
import { EFFORT_PARAMS } from "./wire/effort.server.ts";
import { yandexHeaders } from "./yandex-folder.server.ts";

const text = v.pipe(v.string("нужна строка"), v.trim(), v.nonEmpty("пусто"));
const whole = (min: number, max: number) => {
	const message = `нужно целое число от ${min} до ${max}`;
	return v.pipe(v.number(message), v.integer(message), v.minValue(min, message), v.maxValue(max, message));
};
const flag = v.boolean("нужно true или false");
const envName = v.pipe(text, v.regex(/^[A-Za-z_]\w*$/, "нужно имя переменной окружения"));
const PLAIN_TEXT = 'нужна строка из латиницы или {"env": "ИМЯ"}';
const TWO_WORDS = 'нужны два слова сервера, например ["low", "high"]';
const NOT_AN_OBJECT = "лишнее или недостающее поле";

const model = v.strictObject(
	{
		/** Our id, stored with the answers. */
		id: v.pipe(text, v.maxLength(200, "длиннее 200 знаков")),
		/** The server's own id, where that differs. */
		name: v.optional(text),
		title: v.optional(text),
		description: v.optional(text),
		contextTokens: v.optional(whole(1_000, 10_000_000), 32_768),
		answerTokens: v.optional(whole(16, 1_000_000)),
		/** Whether it takes pictures. */
		sees: v.optional(flag, false),
		/** Whether it calls tools, and whether its server wants the reasoning of such messages back. */
		tools: v.optional(flag, false),
		reasoningBack: v.optional(v.picklist(["tools", "never"], "нужно tools или never"), "tools"),
		/** The server's words for reasoning as usual and for reasoning longer. */
		effort: v.optional(
			v.pipe(
				v.array(text, TWO_WORDS),
				v.length(2, TWO_WORDS),
				v.transform(([usual = "", longer = ""]) => [usual, longer] as const),
			),
		),
		/** The id of the model that answers while this one is down. */
		spare: v.optional(text),
	},
	NOT_AN_OBJECT,
);

const server = v.strictObject(
	{
		baseUrl: v.pipe(
			text,
			v.url("нужен адрес"),
			v.regex(/^https?:\/\//, "адрес должен начинаться с http(s)://"),
		),
		/** Whose protocol the server speaks. */
		api: v.optional(v.picklist(["openai", "gigachat"], "нужно openai или gigachat"), "openai"),
		apiKeyEnv: v.optional(envName),
		/** Only GigaChat has a scope. */
		scope: v.optional(v.picklist(GIGACHAT_SCOPES, `нужно одно из: ${GIGACHAT_SCOPES.join(", ")}`)),
		authUrl: v.optional(v.pipe(text, v.url("нужен адрес"))),
		headers: v.optional(
			v.record(
				v.pipe(text, v.regex(/^[\w-]+$/, "это не имя заголовка")),
				v.union(
					[v.pipe(text, v.regex(/^[\t\x20-\x7e]+$/, PLAIN_TEXT)), v.strictObject({ env: envName })],
					PLAIN_TEXT,
				),
			),
			{},
		),
		caFile: v.optional(text),
		crossBorder: v.optional(flag),
		/** The older name of `crossBorder`, in files written before it. */
		foreign: v.optional(flag),
		supportsUsage: v.optional(flag, false),
		maxTokensParam: v.optional(
			v.picklist(["max_tokens", "max_completion_tokens"], "нужно max_tokens или max_completion_tokens"),
			"max_tokens",
		),
		effortParam: v.optional(
			v.picklist(EFFORT_PARAMS, `нужно одно из: ${EFFORT_PARAMS.join(", ")}`),
			"reasoning_effort",
		),
		firstPieceTimeoutMs: v.optional(whole(100, 3_600_000)),
		idleTimeoutMs: v.optional(whole(100, 3_600_000)),
		models: v.pipe(v.array(model, "нужен список"), v.minLength(1, "нужна хотя бы одна модель")),
	},
	NOT_AN_OBJECT,
);

const file = v.pipe(
	v.strictObject(
		{ servers: v.pipe(v.array(server, "нужен список"), v.minLength(1, "нужен хотя бы один сервер")) },
		NOT_AN_OBJECT,
	),
	v.check(({ servers }) => {
		const ids = servers.flatMap(({ models }) => models.map(({ id }) => id));
		return new Set(ids).size === ids.length;
	}, "id моделей повторяются; одинаковые модели разных серверов различает id, а имя у сервера — name"),
);

type Server = v.InferOutput<typeof server>;

/** A server of the file: how it is called, and what the file says of it and its models. */
export type FileServer = Server & { settings: OpenAiSettings; gigachat?: GigaChatSettings | undefined };

/**
 * Reads the operator's models file: several servers, several models of each, the first is the default.
 * @param idleTimeoutMs for servers that have none of their own
 * @param environment reads a variable that the file names
 * @throws {ConfigError} in Russian, with the file and the position in it, and every missing variable at once
 */
export function readModelsFile(path: string, idleTimeoutMs: number, environment = fromEnvironment): Model[] {
	const models = readModelServers(path, idleTimeoutMs, environment).flatMap(modelsOf);
	const problems = models.flatMap((model) => problemWithSpare(model, models) ?? []);
	if (problems.length > 0) throw new ConfigError(problems.map((problem) => `${path}: ${problem}`));
	return models;
}

/** The servers of the file. @throws {ConfigError} as `readModelsFile` */
export function readModelServers(
	path: string,
	idleTimeoutMs: number,
	environment = fromEnvironment,
): FileServer[] {
	const { servers } = readSettingsFile(path, file);
	const problems: string[] = [];
	const read = servers.map((one, i) => {
		const missing = (what: string) => void problems.push(`${path}: servers.${i}: ${what}.`);
		const settings = settingsOf(one, idleTimeoutMs, environment, missing);
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
		ca: server.caFile && readCertificates(server.caFile, missing),
		names: new Map(server.models.flatMap(({ id, name }) => (name ? [[id, name]] : []))),
	};
}

/** The settings of GigaChat; undefined for a server of another kind. */
function gigaChatOf(
	{ api, scope = GIGACHAT_SCOPES[0], authUrl = GIGACHAT.authUrl, apiKeyEnv }: Server,
	{ apiKey: credentials = "", baseUrl, idleTimeoutMs, firstPieceTimeoutMs, ca, names }: OpenAiSettings,
	missing: (what: string) => void,
): GigaChatSettings | undefined {
	if (api !== "gigachat") return undefined;
	if (apiKeyEnv === undefined) missing("для gigachat нужен apiKeyEnv: переменная с ключом авторизации");
	else if (credentials !== "" && !isAuthorizationKey(credentials))
		missing(`в переменной ${apiKeyEnv} не ключ авторизации GigaChat: он одной строкой Base64`);
	return { baseUrl, authUrl, credentials, scope, idleTimeoutMs, firstPieceTimeoutMs, ca, names };
}

function modelsOf(server: FileServer): Model[] {
	const provider = server.gigachat ? gigaChatProvider(server.gigachat) : openAiProvider(server.settings);
	const crossBorder = server.crossBorder ?? server.foreign ?? isCrossBorder(server.baseUrl);
	return server.models.map(({ id, name, title, ...model }) => ({
		...model,
		id,
		title: title ?? modelTitle(name ?? id),
		crossBorder,
		provider,
		generatesTitles: true,
	}));
}

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
