import { config } from "../platform/config.server.ts";
import { log } from "../platform/log.server.ts";
import { service } from "../platform/service.server.ts";
import { McpServer } from "./mcp/mcp-server.server.ts";
import { type McpServerSettings, readToolsFile } from "./mcp/tools-file.server.ts";
import { PageGuard } from "./pages/page-guard.server.ts";
import { Tools } from "./tools.server.ts";

/** The tools of this installation. */
export const tools = service<Tools>("tools");

/**
 * Opens nothing but the operator's list of tools: a tool opens what it needs when it is first run.
 * @throws {ConfigError}
 */
export function startTools(): () => Promise<void> {
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
