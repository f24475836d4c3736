import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { buildFiles } from "./server/build/build-files.ts";
import { chunks } from "./server/build/chunks.ts";
import { sitePictures } from "./server/build/site-pictures.ts";
import { staticPageScript } from "./server/build/static-page-script.ts";

// The framework reads this file once for each environment; both must bear the same id.
process.env.SOBESEDNIK_BUILD_ID ??= Date.now().toString(36);
const buildId = process.env.SOBESEDNIK_BUILD_ID;

export default defineConfig({
	plugins: [
		tailwindcss(),
		reactRouter(),
		staticPageScript("app/shell/static-page/static-page.ts"),
		buildFiles(buildId),
		sitePictures(),
	],
	define: { __BUILD_ID__: JSON.stringify(buildId) },
	// What the browser gets, besides the router's own. Found only on first use, a package would make the dev server
	// reload the page in the middle of an act; and the search would take the server's packages for the browser's.
	optimizeDeps: { noDiscovery: true, include: ["@headlessui/react", "i18next", "react-i18next", "valibot"] },
	// Nothing is inlined as data: the content policy allows fonts and scripts from this site only.
	build: { assetsInlineLimit: 0 },
	environments: { client: { build: { rolldownOptions: { output: { codeSplitting: chunks } } } } },
});
