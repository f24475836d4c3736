import { isDeepStrictEqual } from "node:util";
import { embeddings } from "../files/services.server.ts";
import { ConfigError, config } from "../platform/config.server.ts";
import { db } from "../platform/db/service.server.ts";
import { log } from "../platform/log.server.ts";
import { service } from "../platform/service.server.ts";
import { sectionInForce } from "../platform/stored-settings/section-source.server.ts";
import { storedSettings } from "../platform/stored-settings/service.server.ts";
import { searchDocuments } from "./documents/search-documents.server.ts";
import { McpServer } from "./mcp/mcp-server.server.ts";
import type { McpServerSettings } from "./mcp/tools-file.server.ts";
import { PageGuard } from "./pages/page-guard.server.ts";
import { loadTools, type ToolsInForce, toolsFileRead } from "./stored/stored-tools.server.ts";
import type { Tool } from "./tool.server.ts";
import { Tools } from "./tools.server.ts";
import { toolsState } from "./tools-state.server.ts";

/** The tools of this installation. */
export const tools = service<Tools>("tools");

/** How long answers that were given a tool of a server may still call it after the server has left the settings. */
const LEAVE_MS = 30 * 60_000;

/**
 * Needs the database, its settings and the files. Opens nothing but the operator's list of tools: a tool opens what it
 * needs when it is first run. The list of tools in the database is read again when it changes.
 * @param above tools of the modules above this one
 * @throws {ConfigError} of the file; a mistake in the database never keeps a server from starting
 */
export async function startTools(above: readonly Tool[]): Promise<() => Promise<void>> {
	const { tools: settings, timeZone, trial, appUrl } = config;
	const leaving = new Map<McpServer, NodeJS.Timeout>();
	let { servers, ...rest } = open(await loadToolsAtStart(), []);
	const opened = new Tools({
		timeZone,
		...rest,
		servers,
		searchLog: {
			onFailure: (error) => log.warn("Поиск в интернете не отвечает", { error }),
			onRecovery: () => log.info("Поиск в интернете снова отвечает"),
		},
		pageGuard: new PageGuard({ hosts: settings.pageHosts }),
		about: `Mozilla/5.0 (compatible; Sobesednik${trial ? "" : `; +${appUrl}`})`,
		personal: [searchDocuments(db(), embeddings()), ...above],
		pictures: settings.pictures && {
			db: db(),
			server: settings.pictures,
			log: { onFailure: (error) => log.warn("Сервер картинок не сделал картинку", { error }) },
		},
	});
	storedSettings().onChange(async (section) => {
		if (section !== "tools") return;
		const loaded = await loadTools(db());
		logProblems(loaded);
		const before = servers;
		({ servers, ...rest } = open(loaded, before));
		opened.change({ ...rest, servers });
		// Answers that are being written finish with the tools that they were given.
		for (const server of before.filter((one) => !servers.includes(one))) {
			const close = () => {
				leaving.delete(server);
				void server.close();
			};
			leaving.set(server, setTimeout(close, LEAVE_MS).unref());
		}
	});
	tools.provide(opened);
	toolsState.provide(opened);
	return async () => {
		tools.withdraw();
		toolsState.withdraw();
		for (const timer of leaving.values()) clearTimeout(timer);
		await Promise.all([opened.close(), ...[...leaving.keys()].map((server) => server.close())]);
	};
}

async function loadToolsAtStart(): Promise<ToolsInForce> {
	try {
		const loaded = await loadTools(db());
		logProblems(loaded);
		return loaded;
	} catch (error) {
		const isStored = sectionInForce("tools", toolsFileRead).source === "database";
		if (!(error instanceof ConfigError) || !isStored) throw error;
		logProblems(error);
		return { search: config.tools.search, servers: [], off: [], problems: [] };
	}
}

function logProblems({ problems }: { problems: readonly string[] }): void {
	if (problems.length > 0) log.error("Инструменты, заданные на экране, применены не все", { problems });
}

/** Servers whose settings are as before stay as they are, with their connections. */
function open({ search, servers, off }: ToolsInForce, before: readonly McpServer[]) {
	return {
		search,
		off,
		servers: servers.map(
			(settings) =>
				before.find((one) => isDeepStrictEqual(plain(one.settings), plain(settings))) ?? openServer(settings),
		),
	};
}

/** Settings without what is made anew each time: whether the address is guarded is what counts. */
const plain = ({ connection, ...settings }: McpServerSettings) => ({
	...settings,
	connection:
		connection.kind === "http" ? { ...connection, lookup: connection.lookup !== undefined } : connection,
});

function openServer(settings: McpServerSettings): McpServer {
	const { key: server } = settings;
	return new McpServer(settings, {
		onFailure: (error) => log.warn("Сервер инструментов не отвечает", { server, error }),
		onRecovery: () => log.info("Сервер инструментов снова отвечает", { server }),
		onUnusable: (tool, why) => log.warn("Инструмент нельзя использовать", { server, tool, why }),
	});
}
