/**
 * A scripted MCP server as a process: `fake-mcp-stdio.ts SCRIPT FILE`. The script is JSON, or the path of a file with
 * it, which is read anew for each message. It writes the messages it hears into the other file, one a line.
 */
import { once } from "node:events";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { answerMcp, type McpScript } from "./fake-mcp.ts";

const [given = "{}", heard = "/dev/null"] = process.argv.slice(2);
const script = (): McpScript => JSON.parse(existsSync(given) ? readFileSync(given, "utf8") : given);
const send = (message: unknown) =>
	process.stdout.write(`${typeof message === "string" ? message : JSON.stringify(message)}\n`);

/** Asks and tells without end, as fast as it is heard. */
async function flood(): Promise<never> {
	const line = `${JSON.stringify({ jsonrpc: "2.0", method: "notifications/message", params: {} })}\n`.repeat(
		500,
	);
	for (;;) if (!process.stdout.write(line)) await once(process.stdout, "drain");
}

appendFileSync(heard, `${JSON.stringify({ started: process.pid, env: Object.keys(process.env).sort() })}\n`);
process.stderr.write("noise\n".repeat(1_000));
for await (const line of createInterface({ input: process.stdin })) {
	appendFileSync(heard, `${line}\n`);
	const message = JSON.parse(line);
	const now = script();
	// A server may ask things back before it answers.
	if (now.fault === "call-requests" && message.method === "tools/call") {
		send({ jsonrpc: "2.0", id: "s1", method: "sampling/createMessage", params: {} });
		send({ jsonrpc: "2.0", id: "s2", method: "ping" });
		send({ jsonrpc: "2.0", method: "notifications/tools/list_changed" });
	}
	if (now.fault === "call-floods" && message.method === "tools/call") await flood();
	const reply = answerMcp(message, now);
	if (reply === "dies") process.exit(1);
	if (reply !== null) send(reply);
}
