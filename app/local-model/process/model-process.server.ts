// The program of the model's process: loads a model into the runtime and serves it on the loopback address. It is
// started by `model-supervisor.server.ts`, and ends when that has gone.
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { openChat } from "./chat.server.ts";
import { openEmbedder } from "./embed.server.ts";
import { loadLibrary, openLlama } from "./llama.server.ts";
import type { LoadMessage, StateMessage } from "./messages.ts";
import { createModelServer } from "./serve.server.ts";

process.title = "sobesednik-model";
process.once("disconnect", () => process.exit(0));
// Ctrl+C comes to all processes of a terminal; the server ends this one when its answers have been saved.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
process.once("message", (message) => {
	load(message as LoadMessage).then(
		(port) => tell({ kind: "ready", port }),
		(error: unknown) => {
			// Nothing has been asked yet, so an error says nothing of people.
			tell({ kind: "failed", problem: error instanceof Error ? error.message : String(error) });
			process.exitCode = 1;
			process.disconnect();
		},
	);
});

function tell(state: StateMessage): void {
	process.send?.(state);
}

async function load({ runtime, key, port, threads, gpu, chat, embeddings }: LoadMessage): Promise<number> {
	const library = await loadLibrary(runtime);
	const llama = await openLlama(library, { gpu, threads });
	const answer = chat && (await openChat(library, llama, { ...chat, threads, gpu }));
	const embed = embeddings && (await openEmbedder(llama, { ...embeddings, threads }));
	return listen(createModelServer({ key, answer, embed }), port);
}

/** On the port of the process before this one if it is free, on another otherwise. */
function listen(server: Server, port: number): Promise<number> {
	return new Promise((resolve, reject) => {
		server.once("error", (error) => (port === 0 ? reject(error) : resolve(listen(server, 0))));
		server.listen(port, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
	});
}
