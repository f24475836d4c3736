import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ConfigError } from "../../../app/platform/config.server.ts";
import { readToolsFile } from "../../../app/tools/mcp/tools-file.server.ts";

const SERVER = {
	key: "calendar",
	title: "Календарь",
	url: "https://calendar.example.ru/mcp",
	headers: { Authorization: { env: "CALENDAR_TOKEN" }, "X-Plain": "yes" },
	tools: { add_event: { effect: "unsafe", title: "Добавить событие", fields: { start: "Когда" } } },
};

function read(content: unknown, environment: Record<string, string> = { CALENDAR_TOKEN: "Bearer t" }) {
	const folder = mkdtempSync(join(tmpdir(), "sobesednik-tools-"));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	const path = join(folder, "tools.json");
	writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
	return readToolsFile(path, (name) => environment[name]);
}

function problems(content: unknown, environment?: Record<string, string>): string {
	try {
		read(content, environment);
		return "";
	} catch (error) {
		if (error instanceof ConfigError) return error.problems.join("\n");
		throw error;
	}
}

test("servers are behind an address or are programs, and secrets come from the environment", () => {
	const files = {
		key: "files",
		title: "Файлы",
		command: ["npx", "server", "/data"],
		env: { TOKEN: { env: "CALENDAR_TOKEN" } },
		crossBorder: true,
		tools: {
			"read.file": { effect: "read", title: "Прочитать" },
			move: { effect: "keyed", title: "Переложить", ask: false },
		},
	};
	expect(read({ servers: [SERVER, files] })).toEqual([
		{
			key: "calendar",
			title: "Календарь",
			crossBorder: false,
			connection: {
				kind: "http",
				url: "https://calendar.example.ru/mcp",
				headers: { Authorization: "Bearer t", "X-Plain": "yes" },
			},
			tools: [
				{
					name: "add_event",
					modelName: "calendar__add_event",
					title: "Добавить событие",
					fields: { start: "Когда" },
					effect: "unsafe",
					asks: true,
				},
			],
		},
		{
			key: "files",
			title: "Файлы",
			crossBorder: true,
			connection: { kind: "stdio", command: ["npx", "server", "/data"], env: { TOKEN: "Bearer t" } },
			tools: [
				{
					...{ name: "read.file", modelName: "files__read_file", title: "Прочитать", fields: {} },
					...{ effect: "read", asks: false },
				},
				{
					...{ name: "move", modelName: "files__move", title: "Переложить", fields: {} },
					...{ effect: "keyed", asks: false },
				},
			],
		},
	]);
});

test("`foreign`, the older name of `crossBorder`, is read", () => {
	expect(read({ servers: [{ ...SERVER, foreign: true }] })[0]?.crossBorder).toBe(true);
	expect(read({ servers: [{ ...SERVER, crossBorder: false, foreign: true }] })[0]?.crossBorder).toBe(false);
});

test.each<[string, unknown, string]>([
	["no JSON", "{", "это не JSON"],
	["no list", {}, "servers"],
	["a server without a key", { servers: [{ ...SERVER, key: undefined }] }, "servers.0.key"],
	["a key that no name can begin with", { servers: [{ ...SERVER, key: "Мой сервер" }] }, "servers.0.key"],
	["both an address and a program", { servers: [{ ...SERVER, command: ["x"] }] }, "url или command"],
	["neither", { servers: [{ ...SERVER, url: undefined }] }, "url или command"],
	["an address that is none", { servers: [{ ...SERVER, url: "calendar" }] }, "servers.0.url"],
	[
		"an effect that nobody knows",
		{ servers: [{ ...SERVER, tools: { a: { effect: "safe", title: "А" } } }] },
		"effect",
	],
	[
		"a name of an argument that is too long",
		{ servers: [{ ...SERVER, tools: { a: { effect: "read", title: "А", fields: { b: "Б".repeat(61) } } } }] },
		"fields.b",
	],
	["a tool without a title", { servers: [{ ...SERVER, tools: { a: { effect: "read" } } }] }, "title"],
	["a word that is too much", { servers: [{ ...SERVER, token: "secret" }] }, "servers.0"],
	["a key twice", { servers: [SERVER, SERVER] }, "ключи серверов повторяются"],
	[
		"two tools that a model would take for one",
		{ servers: [{ ...SERVER, tools: { "a.b": SERVER.tools.add_event, a_b: SERVER.tools.add_event } }] },
		"повторяются",
	],
])("%s stops the start with a sentence that names the place", (_, content, said) => {
	expect(problems(content)).toContain(said);
	expect(problems(content)).toMatch(/tools\.json/);
});

test("a missing variable is named, and its name only", () => {
	expect(problems({ servers: [SERVER] }, {})).toContain("переменная окружения CALENDAR_TOKEN не задана");
});

test("the sample is as a file has to be", () => {
	const servers = readToolsFile("content/tools.example.json", () => "token");
	expect(servers.map(({ connection }) => connection.kind)).toEqual(["http", "stdio"]);
});
