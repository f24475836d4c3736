import { ConfigError } from "../../platform/config.server.ts";
import { type OwnToolName, parseToolsText } from "../mcp/tools-file.server.ts";
import type { ToolEffect } from "../tool.server.ts";

/** The section as its text has it: what is not said has its default. */
export type WrittenTool = {
	effect: ToolEffect;
	title: string;
	ask?: boolean;
	fields?: Record<string, string>;
};
export type WrittenToolServer = {
	key: string;
	title: string;
	url?: string;
	command?: string[];
	headers?: Record<string, string | { env: string }>;
	env?: Record<string, string | { env: string }>;
	crossBorder?: boolean;
	foreign?: boolean;
	tools: Record<string, WrittenTool>;
};
export type SearchProvider = "off" | "searxng" | "yandex" | "brave" | "tavily";
export type WrittenSearch = {
	provider: SearchProvider;
	url?: string;
	folderId?: string;
	apiKey?: { env: string };
};
export type WrittenTools = { search?: WrittenSearch; off?: OwnToolName[]; servers: WrittenToolServer[] };

/** The section; without a text there is nothing in it. */
export const writtenTools = (text: string | undefined): WrittenTools =>
	text === undefined ? { servers: [] } : (JSON.parse(text.replace(/^\uFEFF/, "")) as WrittenTools);

/** The section as a file of `content/` is written. */
export const toolsText = (written: WrittenTools): string => `${JSON.stringify(written, null, "\t")}\n`;

/** Replaces one server, or takes it out: null; one of a new key is the last. */
export function withToolServer(
	written: WrittenTools,
	key: string,
	fresh: WrittenToolServer | null,
): WrittenTools {
	const isKnown = written.servers.some((server) => server.key === key);
	const servers = written.servers.flatMap((server) => (server.key === key ? (fresh ?? []) : server));
	return { ...written, servers: fresh && !isKnown ? [...servers, fresh] : servers };
}

/** Tells in words why a text cannot be in force; empty: it can. */
export function problemsOfTools(text: string): string[] {
	const path = "Инструменты";
	try {
		parseToolsText(path, text);
		return [];
	} catch (error) {
		if (!(error instanceof ConfigError)) throw error;
		return error.problems.map((problem) => problem.replace(`${path}: `, ""));
	}
}

/** The variables that a server takes values from. */
export const variablesOf = ({ headers = {}, env = {} }: WrittenToolServer): string[] =>
	[...Object.values(headers), ...Object.values(env)].flatMap((value) =>
		typeof value === "string" ? [] : value.env,
	);
