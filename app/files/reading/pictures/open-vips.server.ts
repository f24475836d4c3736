import { constants } from "node:fs";
import { join } from "node:path";
import type VipsModule from "wasm-vips";

export type Vips = typeof VipsModule;

const WORKER = join(import.meta.dirname, "vips-worker.server.ts");

/**
 * Loads libvips, compiled to WebAssembly: what a hostile picture breaks in it stays inside its own memory. Its modules
 * for HEIF, JPEG XL and SVG are not loaded.
 */
export async function openVips(): Promise<Vips> {
	giveConstants();
	const { default: load } = await import("wasm-vips");
	const vips = await load({
		dynamicLibraries: [],
		mainScriptUrlOrBlob: WORKER,
		preRun: (module) => {
			// Its warnings about a damaged picture are thousands.
			module.ENV.VIPS_WARNING = "0";
		},
	});
	vips.concurrency(1);
	vips.Cache.max(0);
	return vips;
}

/**
 * Emscripten takes constants of the system from `process.binding`, which a process with permissions refuses. Here it
 * gives them and nothing else.
 */
export function giveConstants(): void {
	Object.defineProperty(process, "binding", { value: () => ({ fs: constants }) });
}
