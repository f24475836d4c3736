import { expect, test } from "vitest";
import { plainSecretOf } from "../../../app/platform/settings/plain-secret.server.ts";

const program = (...command: string[]) => ({ command: ["npx", "-y", ...command] });

test.each([
	[{ headers: { "X-Api-Key": "hunter2" } }, "X-Api-Key"],
	[{ env: { DB_TOKEN: "hunter2" } }, "DB_TOKEN"],
	[{ env: { DATABASE_URL: "postgres://robot:hunter2@db/school" } }, "DATABASE_URL"],
	[{ baseUrl: "https://robot:hunter2@api.example.ru/v1" }, "baseUrl"],
	[{ baseUrl: "https://api.example.ru/v1", authUrl: "https://api.example.ru/?key=hunter2" }, "authUrl"],
	[{ url: "https://mcp.example.ru/mcp?token=hunter2" }, "url"],
	[program("server", "--api-key=hunter2"), "command"],
	[program("server", "--api-key", "hunter2"), "command"],
	[program("server", "API_KEY=hunter2"), "command"],
	[program("mcp-remote", "https://mcp.example.ru/mcp?key=hunter2"), "command"],
	[program("mcp-remote", "--header", "Authorization: Bearer hunter2"), "command"],
	[program("server", "--url=postgres://robot:hunter2@db/school"), "command"],
	[program("server", "aB3dE6gH9jK2mN5pQ8sT"), "command"],
])("a key in %j is found", (server, name) => {
	expect(plainSecretOf([{ headers: {} }, server])).toBe(name);
});

test.each([
	{ headers: { "X-Api-Key": { env: "OUR_KEY" }, "x-data-logging-enabled": "false" } },
	{ env: { DB_TOKEN: { env: "OUR_TOKEN" }, DATABASE_URL: "postgres://db/school", CONTACT: "a@example.ru" } },
	{ baseUrl: "https://x.example.ru/openai?api-version=2024-06-01-preview" },
	{ url: "https://mcp.example.ru/mcp" },
	program("@scope/server@1.2.3", "--port=8080", "--key-file", "/etc/ssl/key.pem", "/srv/MyFiles2024"),
	program("mcp-remote", "https://mcp.example.ru/mcp", "--header", "Authorization: Bearer $TOKEN"),
	program("server", "--token", "--verbose"),
])("there is none in %j", (server) => {
	expect(plainSecretOf([server])).toBeNull();
});
