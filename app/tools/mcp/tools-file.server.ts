import type { LookupFunction } from "node:net";
import * as v from "valibot";
import { ConfigError, fromEnvironment } from "../../platform/config.server.ts";
import { readSettingsFile, readSettingsText } from "../../platform/settings/settings-file.server.ts";
import type { ToolEffect } from "../tool.server.ts";

/** A tool of an MCP server that the operator allows. Tools that are not listed are off. */
export type AllowedTool = {
	/** The server's own name. */
	name: string;
	/** Towards a model. */
	modelName: string;
	title: string;
	/** What a consent calls its arguments, by their names. */
	fields: Readonly<Record<string, string>>;
	effect: ToolEffect;
	asks: boolean;
};

export type McpServerSettings = {
	key: string;
	title: string;
	crossBorder: boolean;
	connection:
		| { kind: "http"; url: string; headers: Record<string, string>; lookup?: LookupFunction | undefined }
		| { kind: "stdio"; command: string[]; env: Record<string, string> };
	tools: AllowedTool[];
};

/** OpenAI takes no other names of tools. */
const MODEL_NAME = 64;
const MOST_SERVERS = 32;
const MOST_TOOLS = 64;
const MOST_FIELDS = 32;

/** Tools of our own that can be switched off. */
export const OWN_TOOLS = [
	"current_time",
	"run_code",
	"search_documents",
	"search_history",
	"read_page",
	"make_picture",
] as const;
export type OwnToolName = (typeof OWN_TOOLS)[number];

const text = v.pipe(v.string("нужна строка"), v.trim(), v.nonEmpty("пусто"));
const envName = v.pipe(text, v.regex(/^[A-Za-z_]\w*$/, "нужно имя переменной окружения"));
const PLAIN_TEXT = 'нужна строка из латиницы или {"env": "ИМЯ"}';
const NOT_AN_OBJECT = "лишнее или недостающее поле";
const value = v.union(
	[v.pipe(text, v.regex(/^[\t\x20-\x7e]+$/, PLAIN_TEXT)), v.strictObject({ env: envName })],
	PLAIN_TEXT,
);

const address = v.pipe(
	text,
	v.url("нужен адрес"),
	v.regex(/^https?:\/\//, "адрес должен начинаться с http(s)://"),
);

const tool = v.strictObject(
	{
		effect: v.picklist(["read", "keyed", "unsafe"], "нужно read, keyed или unsafe"),
		title: v.pipe(text, v.maxLength(60, "длиннее 60 знаков")),
		ask: v.optional(v.boolean("нужно true или false")),
		fields: v.optional(
			v.pipe(
				v.record(text, v.pipe(text, v.maxLength(60, "длиннее 60 знаков"))),
				v.check((fields) => Object.keys(fields).length <= MOST_FIELDS, `больше ${MOST_FIELDS} полей`),
			),
			{},
		),
	},
	NOT_AN_OBJECT,
);

const server = v.pipe(
	v.strictObject(
		{
			key: v.pipe(
				text,
				v.regex(/^[a-z][a-z0-9-]{0,19}$/, "нужны латинские буквы, цифры и дефис, до 20 знаков"),
			),
			title: v.pipe(text, v.maxLength(60, "длиннее 60 знаков")),
			url: v.optional(address),
			command: v.optional(v.pipe(v.array(text, "нужен список"), v.minLength(1, "нужна программа"))),
			headers: v.optional(v.record(v.pipe(text, v.regex(/^[\w-]+$/, "это не имя заголовка")), value), {}),
			env: v.optional(v.record(envName, value), {}),
			crossBorder: v.optional(v.boolean("нужно true или false")),
			/** The older name of `crossBorder`, in files written before it. */
			foreign: v.optional(v.boolean("нужно true или false")),
			tools: v.pipe(
				v.record(v.pipe(text, v.maxLength(300, "длиннее 300 знаков")), tool),
				v.check((tools) => Object.keys(tools).length <= MOST_TOOLS, `больше ${MOST_TOOLS} инструментов`),
			),
		},
		NOT_AN_OBJECT,
	),
	v.check(
		({ url, command }) => (url === undefined) !== (command === undefined),
		"нужно одно из двух: url или command",
	),
);

const search = v.pipe(
	v.strictObject(
		{
			provider: v.picklist(
				["off", "searxng", "yandex", "brave", "tavily"],
				"нужно off, searxng, yandex, brave или tavily",
			),
			/** The setting of SearXNG. */
			url: v.optional(address),
			/** The setting of Yandex. */
			folderId: v.optional(v.pipe(text, v.regex(/^[\w-]{1,64}$/, "это не идентификатор каталога"))),
			/** Without it the key is set on the operator's screen. */
			apiKey: v.optional(v.strictObject({ env: envName }, 'нужно {"env": "ИМЯ"}')),
		},
		NOT_AN_OBJECT,
	),
	v.check(({ provider, url }) => provider !== "searxng" || url !== undefined, "для searxng нужен url"),
	v.check(
		({ provider, folderId }) => provider !== "yandex" || folderId !== undefined,
		"для yandex нужен folderId",
	),
);

const file = v.pipe(
	v.strictObject(
		{
			search: v.optional(search),
			off: v.optional(
				v.pipe(
					v.array(v.picklist(OWN_TOOLS, `нужны имена из ${OWN_TOOLS.join(", ")}`)),
					v.maxLength(OWN_TOOLS.length, "имена повторяются"),
				),
				[],
			),
			servers: v.pipe(
				v.array(server, "нужен список"),
				v.maxLength(MOST_SERVERS, `больше ${MOST_SERVERS} серверов`),
			),
		},
		NOT_AN_OBJECT,
	),
	v.check(({ servers }) => isUnique(servers.map(({ key }) => key)), "ключи серверов повторяются"),
	v.check(
		({ servers }) =>
			isUnique(servers.flatMap(({ key, tools }) => Object.keys(tools).map((name) => modelName(key, name)))),
		"имена инструментов для модели повторяются",
	),
);

const isUnique = (names: string[]) => new Set(names).size === names.length;

/** `<key>__<name>` as a model may be told it. */
const modelName = (key: string, name: string) =>
	`${key}__${name.replace(/[^\w-]/g, "_")}`.slice(0, MODEL_NAME);

type ServerEntry = v.InferOutput<typeof server>;
export type SearchEntry = v.InferOutput<typeof search>;

/** The list as it is written, checked. @param path where it is from @throws {ConfigError} */
export const parseToolsText = (path: string, text: string) => readSettingsText(path, text, file);

/**
 * Reads the operator's list of MCP servers and of their tools.
 * @param environment reads a variable that the file names
 * @throws {ConfigError} in Russian, with the file and the position in it, and every missing variable at once
 */
export function readToolsFile(path: string, environment = fromEnvironment): McpServerSettings[] {
	const read = readSettingsFile(path, file).servers.map((one, i) =>
		readServer(`${path}: servers.${i}`, one, environment),
	);
	const problems = read.flatMap((one) => one.problems);
	if (problems.length > 0) throw new ConfigError(problems);
	return read.map((one) => one.settings);
}

/** A server with the values of the variables that it names; those that are not set are problems. */
export function readServer(
	place: string,
	entry: ServerEntry,
	environment = fromEnvironment,
): { settings: McpServerSettings; problems: string[] } {
	const problems: string[] = [];
	const values = (record: Record<string, string | { env: string }>) =>
		Object.fromEntries(
			Object.entries(record).map(([name, value]) => {
				if (typeof value === "string") return [name, value];
				const found = environment(value.env);
				if (found === undefined) problems.push(`${place}: переменная окружения ${value.env} не задана.`);
				return [name, found ?? ""];
			}),
		);
	return { settings: settingsOf(entry, values(entry.headers), values(entry.env)), problems };
}

function settingsOf(
	{ key, title, crossBorder, foreign, url, command, tools }: ServerEntry,
	headers: Record<string, string>,
	env: Record<string, string>,
): McpServerSettings {
	return {
		key,
		title,
		crossBorder: crossBorder ?? foreign ?? false,
		connection: url ? { kind: "http", url, headers } : { kind: "stdio", command: command ?? [], env },
		tools: Object.entries(tools).map(([name, { effect, title, ask, fields }]) => ({
			name,
			modelName: modelName(key, name),
			title,
			fields,
			effect,
			asks: ask ?? effect !== "read",
		})),
	};
}
