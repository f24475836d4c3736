import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { documentScript } from "./server/build/document-script.ts";

// The framework reads this file once for each environment; both must bear the same id.
process.env.SOBESEDNIK_BUILD_ID ??= Date.now().toString(36);

export default defineConfig({
	plugins: [tailwindcss(), reactRouter(), documentScript("app/document.ts")],
	define: { __BUILD_ID__: JSON.stringify(process.env.SOBESEDNIK_BUILD_ID) },
	// Menus and dialogs load it on their first use; found only then, it would make the dev server start anew.
	optimizeDeps: { include: ["@headlessui/react"] },
	// Nothing is inlined as data: the content policy allows fonts and scripts from this site only.
	build: { assetsInlineLimit: 0 },
});
