import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { SettingsReader } from "./settings-reader.server.ts";

/** Models that a process of this server runs. */
export function readLocalModel({ set, oneOf, problem }: SettingsReader, dataDir: string) {
	/** A file that has to be there. */
	function file(name: string): string | null {
		const path = set(name);
		if (path && !existsSync(path)) problem(`${name}: файла «${path}» нет.`);
		return path ? resolve(path) : null;
	}
	for (const [own, other, what] of [
		["MODEL_FILE", "MODEL_BASE_URL", "откуда должны приходить ответы"],
		["MODEL_FILE", "MODELS_FILE", "откуда должны приходить ответы"],
		["EMBEDDINGS_FILE", "EMBEDDINGS_BASE_URL", "что должно строить векторы"],
	] as const)
		if (set(own) && set(other)) problem(`Заданы и ${own}, и ${other}: оставьте то, ${what}.`);
	return {
		/** The file of MODEL_FILE; null: the only one of `folder`, where there is one. */
		file: file("MODEL_FILE"),
		/** The model that makes vectors of documents; null: none. */
		embeddingsFile: file("EMBEDDINGS_FILE"),
		/** The folder in which `npm run model` keeps models. */
		folder: join(dataDir, "models"),
		/** The packages that run them, installed on first use. */
		runtimeFolder: resolve(set("MODEL_RUNTIME_DIR") ?? join(dataDir, "models", "runtime")),
		gpu: oneOf("MODEL_GPU", ["off", "auto"], "off") === "auto",
	};
}
