import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { asciiCode } from "./server/build/ascii-code.ts";
import { buildFiles } from "./server/build/build-files.ts";
import { chunks } from "./server/build/chunks.ts";
import { clientModules } from "./server/build/client-modules.ts";
import { staticPageScript } from "./server/build/static-page-script.ts";
import { transcriptScripts } from "./server/build/transcript-scripts.ts";
import { withoutI18next } from "./server/build/without-i18next.ts";

// `npm run build` names a build after its sources; one of the framework's own command has the time of its beginning.
// The framework reads this file once for each environment, and both need the same id.
process.env.SOBESEDNIK_BUILD_ID ??= Date.now().toString(36);
const buildId = process.env.SOBESEDNIK_BUILD_ID;

export default defineConfig(({ command }) => ({
	plugins: [
		tailwindcss(),
		reactRouter(),
		staticPageScript("app/shell/static-page/static-page.ts"),
		buildFiles(buildId),
		clientModules(),
		transcriptScripts(),
		withoutI18next(),
		asciiCode(),
	],
	define: { __BUILD_ID__: JSON.stringify(buildId) },
	// The browser's packages besides the router's own. A package that the dev server discovers on first use makes it
	// reload the page, and the discovery would include packages of the server.
	optimizeDeps: { noDiscovery: true, include: ["@headlessui/react", "i18next", "react-i18next", "valibot"] },
	// No data: URLs, because the content policy allows fonts and scripts from this site only.
	build: { assetsInlineLimit: 0 },
	environments: {
		client: { build: { rolldownOptions: { output: { codeSplitting: chunks } } } },
		// The packages are built in, with React's production code only: one file instead of five hundred, so a start
		// takes a third less CPU. The development server cannot run packages of CommonJS this way.
		...(command === "build" && {
			ssr: {
				resolve: { noExternal: true },
				define: { "process.env.NODE_ENV": '"production"' },
				// V8 keeps the text of a module for as long as it runs; the packages' documentation is a seventh of ours.
				build: {
					rolldownOptions: { output: { comments: { legal: true, annotation: false, jsdoc: false } } },
				},
			},
		}),
	},
}));
