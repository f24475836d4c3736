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

/** The tools that the operator may change while the process runs. */
export type ChangingTools = {
	/** Null: no search is configured. */
	search: SearchSettings | null;
	/** The operator's MCP servers. */
	servers: readonly McpServer[];
	/** Names of tools of our own that are switched off. */
	off?: readonly string[];
};

export type ToolsSettings = ChangingTools & {
	/** The operator's time zone. */
	timeZone: string;
	searchLog: SearchLog;
	pageGuard: PageGuard;
	/** The words by which the owners of pages learn who asks. */
	about: string;
	/** Tools that read the person's own documents and conversations. */
	personal: readonly Tool[];
	/** The settings of the tool that makes pictures; null: there is none. */
	pictures: Omit<PicturesSettings, "guard" | "about"> | null;
};

/** The tools that a question has switched on: the search, and further tools by their names towards the model. */
export type ToolChoice = { search: boolean; further: readonly string[] };

/** A tool that a person may switch on beside the search. */
export type FurtherTool = {
	name: string;
	title: string;
	serverTitle: string;
	/** What a consent calls its arguments, by their names. */
	fields: ReadonlyMap<string, string>;
	crossBorder: boolean;
	asks: boolean;
};

/**
 * The tools of this installation. Nothing is opened before a tool's first run. An answer that was given a tool keeps it
 * as it was when the settings change.
 */
export class Tools {
	readonly #settings: ToolsSettings;
	readonly #reader = new PageReader();
	/** Tools of every question, as if none were switched off. */
	readonly #own: readonly Tool[];
	readonly #picture: Tool | null;
	readonly #page: Tool;
	/** Tools of every question. */
	#always: readonly Tool[] = [];
	/** Tools of a question that may search the web. */
	#web: readonly Tool[] = [];
	/** Tools of our own that a question has to switch on, as those of servers. */
	#chosen: readonly Tool[] = [];
	#servers: readonly McpServer[] = [];
	#further: readonly FurtherTool[] = [];

	constructor(settings: ToolsSettings) {
		const { timeZone, pageGuard: guard, about, personal, pictures } = settings;
		this.#settings = settings;
		this.#own = [currentTime(timeZone), runCode(), ...personal];
		this.#picture = pictures ? makePicture({ ...pictures, guard, about }) : null;
		this.#page = readPage({ guard, reader: this.#reader, about });
		this.change(settings);
	}

	/** The tools that the operator offers beside the search, in the order of the list; no server is asked for them. */
	get further(): readonly FurtherTool[] {
		return this.#further;
	}

	/** Whether the web can be searched: without a search the switch is not offered. */
	get canSearch(): boolean {
		return this.#web.length > 0;
	}

	/** Every tool of ours but the search, also those that are switched off. */
	get own(): readonly { name: string; title: string }[] {
		return [...this.#own, this.#page, ...(this.#picture ? [this.#picture] : [])];
	}

	/** Whether a server serves, as this process knows; undefined: there is none of this key. */
	stateOf(key: string): McpServer["state"] | undefined {
		return this.#servers.find(({ settings }) => settings.key === key)?.state;
	}

	/** Goes by other settings from now on. Servers that are left out are the caller's to close. */
	change({ search, servers, off = [] }: ChangingTools): void {
		const { searchLog, pictures } = this.#settings;
		const isOn = ({ name }: Tool) => !off.includes(name);
		this.#always = this.#own.filter(isOn);
		this.#web = search
			? [searchWeb(search, isCrossBorderSearch(search), searchLog), this.#page].filter(isOn)
			: [];
		this.#chosen = this.#picture ? [this.#picture].filter(isOn) : [];
		this.#servers = servers;
		const ofServers = servers.flatMap(({ settings: { title: serverTitle, crossBorder, tools } }) =>
			tools.map(({ modelName: name, title, fields, asks }) => ({
				...{ name, title, serverTitle },
				...{ fields: new Map(Object.entries(fields)), crossBorder, asks },
			})),
		);
		const own = this.#chosen.map(({ name, title, crossBorder, asks }) => ({
			...{ name, title, crossBorder, asks },
			serverTitle: pictures?.server.model ?? "",
			fields: new Map<string, string>(),
		}));
		this.#further = [...own, ...ofServers];
	}

	/**
	 * The tools that the model of a question is offered. Tools of a server that cannot be reached are left out.
	 * @throws the signal's reason
	 */
	async toolsFor({ search, further }: ToolChoice, signal: AbortSignal): Promise<Tool[]> {
		const chosen = new Set(further);
		const always = this.#always;
		const own = [...(search ? this.#web : []), ...this.#chosen.filter(({ name }) => chosen.has(name))];
		const servers = this.#servers.filter(({ settings }) =>
			settings.tools.some(({ modelName }) => chosen.has(modelName)),
		);
		const found = (await Promise.all(servers.map((server) => server.tools(signal)))).flat();
		return [...always, ...own, ...found.filter(({ name }) => chosen.has(name))];
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
