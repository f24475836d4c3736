import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { onTestFinished, vi } from "vitest";
import { McpServer } from "../../../app/tools/mcp/mcp-server.server.ts";
import type { AllowedTool, McpServerSettings } from "../../../app/tools/mcp/tools-file.server.ts";
import type { McpScript } from "../../support/fakes/fake-mcp.ts";

/** A tool as `content/tools.json` allows it. */
export const allowed = (name: string, given: Partial<AllowedTool> = {}): AllowedTool => ({
	name,
	modelName: `test__${name}`.slice(0, 64),
	title: `Название ${name}`,
	fields: {},
	effect: "read",
	asks: false,
	...given,
});

/** Short pauses, and all the time that a busy machine needs. */
export const PATIENT = {
	...{ pause: 5, longestPause: 20 },
	...{ connect: 60_000, probe: 60_000, notice: 60_000, offer: 60_000, offerAgain: 60_000 },
};

/** A server as the registry opens it; it is closed with the test. */
export function openServer(
	connection: McpServerSettings["connection"],
	tools: AllowedTool[] = [allowed("echo"), allowed("pay", { effect: "unsafe", asks: true })],
	limits: ConstructorParameters<typeof McpServer>[2] = PATIENT,
	now?: () => number,
) {
	const log = { onFailure: vi.fn(), onRecovery: vi.fn(), onUnusable: vi.fn() };
	const server = new McpServer(
		{ key: "test", title: "Проба", crossBorder: true, connection, tools },
		log,
		limits,
		now,
	);
	onTestFinished(() => server.close());
	return { server, log };
}

/** A scripted server as a process, and what it has heard. */
export function stdioServer(script: McpScript) {
	const folder = mkdtempSync(join(tmpdir(), "sobesednik-mcp-"));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	const heard = join(folder, "heard");
	const file = join(folder, "script");
	const change = (next: McpScript) => writeFileSync(file, JSON.stringify(next));
	change(script);
	writeFileSync(heard, "");
	return {
		connection: {
			kind: "stdio" as const,
			command: [process.execPath, resolve("tests/support/fakes/fake-mcp-stdio.ts"), file, heard],
			env: { GIVEN: "yes" },
		},
		change,
		heard: (): Record<string, unknown>[] =>
			readFileSync(heard, "utf8")
				.split("\n")
				.filter(Boolean)
				.map((line) => JSON.parse(line)),
	};
}
