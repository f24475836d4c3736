import { isDeepStrictEqual } from "node:util";
import { openSecrets } from "../../accounts/staff/setting-secrets.server.ts";
import { ConfigError, config, fromEnvironment, sessionSecret } from "../../platform/config.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { log } from "../../platform/log.server.ts";
import type { SearchSettings } from "../../platform/settings/tools.server.ts";
import {
	lockOf,
	readSectionFile,
	sectionInForce,
} from "../../platform/stored-settings/section-source.server.ts";
import { guardedLookup, mayBeAt } from "../address-guard.server.ts";
import {
	type McpServerSettings,
	parseToolsText,
	readServer,
	type SearchEntry,
} from "../mcp/tools-file.server.ts";
import { type WrittenToolServer, writtenTools } from "./change-tools.server.ts";

/** The operator's file of tools, as it was at the start. */
export const toolsFileRead = config.tools.file === undefined ? null : readSectionFile(config.tools.file);

/** The part of a secret's id that says whose it is; `search-<provider>` and `server-<key>` follow it. */
export const TOOL_SECRETS = "tools";
export const searchSecret = (provider: string): string => `search-${provider}`;
export const serverSecret = (key: string): string => `server-${key}`;

/** The variable or the file that keeps the tools from being changed on the screens, by its name; null: none does. */
export const toolsLock = (): string | null => lockOf("tools", toolsFileRead);

/** The same of the search, which variables may set. */
export const searchLock = (): string | null =>
	(config.configScreens ? config.tools.searchVariable : null) ?? toolsLock();

/** The tools in force, with their keys. */
export type ToolsInForce = {
	search: SearchSettings | null;
	servers: McpServerSettings[];
	off: string[];
	/** The parts of the database's section that do not count, for the log. */
	problems: string[];
};

/**
 * The tools of the file or of the database, and the search of the environment.
 * @throws {ConfigError} where the file, or the text of the database as a whole, does not fit
 */
export async function loadTools(db: Db): Promise<ToolsInForce> {
	const inForce = sectionInForce("tools", toolsFileRead);
	const given = config.tools.search;
	if (inForce.source === "program") return { search: given, servers: [], off: [], problems: [] };
	const isFile = inForce.source === "file";
	const path = isFile ? inForce.file.path : "Инструменты в базе";
	const { servers, search, off } = parseToolsText(path, inForce.text);
	const keys = isFile ? new Map<string, string>() : await openKeys(db);
	const read = servers.map((entry, i) => {
		const place = `${path}: servers.${i}`;
		if (isFile) return readServer(place, entry);
		const refusal = whyNot(entry);
		if (refusal) return { problems: [`${place}: ${refusal}`] };
		const one = readServer(place, entry);
		return { ...one, settings: asStored(one.settings, keys.get(serverSecret(entry.key))) };
	});
	const found = search ? readSearch(path, search, keys, isFile) : { search: null, problems: [] };
	const problems = [...read.flatMap((one) => one.problems), ...found.problems];
	if (isFile && problems.length > 0) throw new ConfigError(problems);
	return {
		search: given ?? found.search,
		servers: read.flatMap((one) =>
			"settings" in one && one.settings && one.problems.length === 0 ? one.settings : [],
		),
		off,
		problems,
	};
}

/** The keys that the screens have set, by the part of their id after the section. */
export const openKeys = (db: Db) =>
	openSecrets(db, sessionSecret(config), TOOL_SECRETS, (id) =>
		log.error("Ключ инструмента не читается: SESSION_SECRET был другим. Задайте его снова", { id }),
	);

/** The fields that say where a server is, and with what it is called. */
const rootsOf = ({ url, command, headers = {}, env = {} }: WrittenToolServer) => ({
	url,
	command,
	headers,
	env,
});

/**
 * Whether the operator's file lists this server with the same address, program and variables. Only that lets a server of
 * the database start a program, take a value from the environment, or be inside: nobody gets there by a screen.
 */
export function isOfFile(server: WrittenToolServer): boolean {
	const listed = writtenTools(toolsFileRead?.text).servers.find(({ key }) => key === server.key);
	return listed !== undefined && isDeepStrictEqual(rootsOf(listed), rootsOf(server));
}

/** Why a server of the database does not count; null: it does. */
export function whyNot(server: WrittenToolServer): string | null {
	if (isOfFile(server)) return null;
	if (server.command) return "программа запускается, только если она же названа в файле.";
	if (Object.values(server.headers ?? {}).some((value) => typeof value !== "string"))
		return "переменную окружения может назвать только файл.";
	return mayBeAt(server.url ?? "", config.allowPrivateTools)
		? null
		: "к этому адресу не обращаемся (ALLOW_PRIVATE_TOOLS).";
}

/** A server as the database has it: with its key, and guarded unless the file names the same. */
function asStored(settings: McpServerSettings, key: string | undefined): McpServerSettings {
	const { connection } = settings;
	if (connection.kind === "stdio") return settings;
	const listed = writtenTools(toolsFileRead?.text).servers.find((one) => one.key === settings.key);
	return {
		...settings,
		connection: {
			...connection,
			headers: { ...connection.headers, ...(key && { Authorization: `Bearer ${key}` }) },
			...(listed?.url !== connection.url && { lookup: guardedLookup(config.allowPrivateTools) }),
		},
	};
}

/** The search of a text. */
export function readSearch(
	path: string,
	{ provider, url = "", folderId = "", apiKey }: SearchEntry,
	keys: ReadonlyMap<string, string>,
	isFile: boolean,
): { search: SearchSettings | null; problems: string[] } {
	const nothing = (...problems: string[]) => ({ search: null, problems });
	if (provider === "off") return nothing();
	if (provider === "searxng") {
		const baseUrl = url.replace(/\/+$/, "");
		const isOwn = isFile || writtenTools(toolsFileRead?.text).search?.url === url;
		if (isOwn) return { search: { provider, baseUrl }, problems: [] };
		if (!mayBeAt(baseUrl, config.allowPrivateTools))
			return nothing(`${path}: search.url: к этому адресу не обращаемся (ALLOW_PRIVATE_TOOLS).`);
		return { search: { provider, baseUrl, lookup: guardedLookup(config.allowPrivateTools) }, problems: [] };
	}
	const ofFile = isFile || writtenTools(toolsFileRead?.text).search?.apiKey?.env === apiKey?.env;
	const key =
		keys.get(searchSecret(provider)) ?? (apiKey && ofFile ? fromEnvironment(apiKey.env) : undefined);
	if (key === undefined)
		return nothing(
			`${path}: search: ${apiKey && ofFile ? `переменная окружения ${apiKey.env} не задана` : "ключ не задан"}.`,
		);
	const baseUrl = config.tools.searchAddresses[provider];
	return {
		search:
			provider === "yandex"
				? { provider, baseUrl, apiKey: key, folderId }
				: { provider, baseUrl, apiKey: key },
		problems: [],
	};
}
