import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ensureRuntime } from "../../../app/local-model/runtime/install-runtime.server.ts";

/** Beside the packages, so that the runs of a developer share it; a fresh checkout installs it once. */
const FOLDER = resolve("node_modules/.cache/model-runtime");

/**
 * The folder of the real runtime (`MODEL_RUNTIME_DIR`), installed by the product's own code from npm's registry with the
 * first test that needs it: 120 packages, 25 MB fetched, a few seconds.
 */
export async function runtimeFolder(): Promise<string> {
	await ensureRuntime({ folder: FOLDER, gpu: false });
	return FOLDER;
}

/** A folder of its own for a test's model. */
export const modelPath = (name: string) => join(tmpdir(), `sobesednik-${process.pid}-${name}.gguf`);
