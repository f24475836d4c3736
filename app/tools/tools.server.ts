import type { SearchSettings } from "../platform/settings/tools.server.ts";
import { runCode } from "./code/run-code.server.ts";
import { currentTime } from "./current-time.server.ts";
import type { McpServer } from "./mcp/mcp-server.server.ts";
import type { PageGuard } from "./pages/page-guard.server.ts";
import { readPage } from "./pages/read-page.server.ts";
import { PageReader } from "./pages/text/page-reader.server.ts";
import { makePicture, type PicturesSettings } from "./pictures/make-picture.server.ts";
import { isCrossBorderSearch } from "./search/is-cross-border.server.ts";
import { type SearchLog, searchWeb } from "./search/search-web.server.ts";
import type { Tool } from "./tool.server.ts";

export type ToolsSettings = {
	/** The operator's time zone. */
	timeZone: string;
	/** Null: no search is configured. */
	search: SearchSettings | null;
	searchLog: SearchLog;
	pageGuard: PageGuard;
	/** The words by which the owners of pages learn who asks. */
	about: string;
	/** Tools that read the person's own documents and conversations. */
	personal: readonly Tool[];
	/** The settings of the tool that makes pictures; null: there is none. */
	pictures: Omit<PicturesSettings, "guard" | "about"> | null;
	/** The operator's MCP servers. */
	servers: readonly McpServer[];
};

/** The tools that a question has switched on: the search, and further tools by their names towards the model. */
export type ToolChoice = { search: boolean; further: readonly string[] };

/** A tool that a person may switch on beside the search. */
export type FurtherTool = {
	name: string;
	title: string;
	serverTitle: string;
	crossBorder: boolean;
	asks: boolean;
};

/** The tools of this installation. Nothing is opened before a tool's first run. */
export class Tools {
	/** Tools of every question. */
	readonly #always: readonly Tool[];
	/** Tools of a question that may search the web. */
	readonly #web: readonly Tool[];
	/** Tools of our own that a question has to switch on, as those of servers. */
	readonly #chosen: readonly Tool[];
	readonly #reader = new PageReader();
	readonly #servers: readonly McpServer[];
	/** The tools that the operator offers beside the search, in the order of the file; no server is asked for them. */
	readonly further: readonly FurtherTool[];
	/** Whether the web can be searched: without a search the switch is not offered. */
	readonly canSearch: boolean;

	constructor(settings: ToolsSettings) {
		const { timeZone, search, searchLog, pageGuard: guard, about, personal, pictures, servers } = settings;
		this.canSearch = search !== null;
		this.#always = [currentTime(timeZone), runCode(), ...personal];
		this.#servers = servers;
		this.#chosen = pictures ? [makePicture({ ...pictures, guard, about })] : [];
		const ofServers = servers.flatMap(({ settings: { title: serverTitle, crossBorder, tools } }) =>
			tools.map(({ modelName: name, title, asks }) => ({ name, title, serverTitle, crossBorder, asks })),
		);
		const own = this.#chosen.map(({ name, title, crossBorder, asks }) => ({
			...{ name, title, crossBorder, asks },
			serverTitle: pictures?.server.model ?? "",
		}));
		this.further = [...own, ...ofServers];
		const reading = readPage({ guard, reader: this.#reader, about });
		this.#web = search ? [searchWeb(search, isCrossBorderSearch(search), searchLog), reading] : [];
	}

	/**
	 * The tools that the model of a question is offered. Tools of a server that cannot be reached are left out.
	 * @throws the signal's reason
	 */
	async toolsFor({ search, further }: ToolChoice, signal: AbortSignal): Promise<Tool[]> {
		const chosen = new Set(further);
		const servers = this.#servers.filter(({ settings }) =>
			settings.tools.some(({ modelName }) => chosen.has(modelName)),
		);
		const found = (await Promise.all(servers.map((server) => server.tools(signal)))).flat();
		const switchedOn = [...this.#chosen, ...found].filter(({ name }) => chosen.has(name));
		return [...this.#always, ...(search ? this.#web : []), ...switchedOn];
	}

	/**
	 * A tool by its name towards the model, to run a call that was written down before; null: there is none now.
	 * @throws the signal's reason
	 */
	async find(name: string, signal: AbortSignal): Promise<Tool | null> {
		const own = [...this.#always, ...this.#web, ...this.#chosen].find((tool) => tool.name === name);
		if (own) return own;
		const server = this.#servers.find(({ settings }) =>
			settings.tools.some(({ modelName }) => modelName === name),
		);
		const tools = (await server?.tools(signal)) ?? [];
		return tools.find((tool) => tool.name === name) ?? null;
	}

	/** Ends what the tools have opened. */
	async close(): Promise<void> {
		await Promise.all([this.#reader.close(), ...this.#servers.map((server) => server.close())]);
	}
}
