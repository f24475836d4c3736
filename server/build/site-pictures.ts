import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { pictures } from "./pictures/pictures.ts";

/**
 * Writes the icons and the Open Graph picture into the client build. A file of the same name in `public/` belongs to
 * the operator and is kept.
 */
export function sitePictures(): Plugin {
	let publicDir = "";
	let serving = false;
	const made = () => Object.entries(pictures()).filter(([name]) => !existsSync(join(publicDir, name)));
	return {
		name: "sobesednik:site-pictures",
		sharedDuringBuild: true,
		configResolved(config) {
			publicDir = config.publicDir;
			serving = config.command === "serve";
		},
		generateBundle() {
			if (serving || this.environment.name !== "client") return;
			for (const [fileName, source] of made()) this.emitFile({ type: "asset", fileName, source });
		},
		configureServer(server) {
			server.middlewares.use((req, res, next) => {
				const [, file] = /^\/[\w-]+\.(?:png|ico)$/.test(req.url ?? "")
					? (made().find(([name]) => `/${name}` === req.url) ?? [])
					: [];
				if (!file) return next();
				res.setHeader("Content-Type", req.url?.endsWith(".ico") ? "image/x-icon" : "image/png");
				res.end(file);
			});
		},
	};
}
