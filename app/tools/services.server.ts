import { embeddings } from "../files/services.server.ts";
import { config } from "../platform/config.server.ts";
import { db } from "../platform/db/service.server.ts";
import { log } from "../platform/log.server.ts";
import { service } from "../platform/service.server.ts";
import { searchDocuments } from "./documents/search-documents.server.ts";
import { McpServer } from "./mcp/mcp-server.server.ts";
import { type McpServerSettings, readToolsFile } from "./mcp/tools-file.server.ts";
import { PageGuard } from "./pages/page-guard.server.ts";
import type { Tool } from "./tool.server.ts";
import { Tools } from "./tools.server.ts";

/** The tools of this installation. */
export const tools = service<Tools>("tools");

/**
 * Needs the database and the files. Opens nothing but the operator's list of tools: a tool opens what it needs when it is first run.
 * @param above tools of the modules above this one
 * @throws {ConfigError}
 */
export function startTools(above: readonly Tool[]): () => Promise<void> {
	const { tools: settings, timeZone, trial, appUrl } = config;
	const opened = new Tools({
		timeZone,
		search: settings.search,
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
		servers: settings.file ? readToolsFile(settings.file).map(openServer) : [],
	});
	tools.provide(opened);
	return () => {
		tools.withdraw();
		return opened.close();
	};
}

function openServer(settings: McpServerSettings): McpServer {
	const { key: server } = settings;
	return new McpServer(settings, {
		onFailure: (error) => log.warn("Сервер инструментов не отвечает", { server, error }),
		onRecovery: () => log.info("Сервер инструментов снова отвечает", { server }),
		onUnusable: (tool, why) => log.warn("Инструмент нельзя использовать", { server, tool, why }),
	});
}
