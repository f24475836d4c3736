import type { Plugin } from "vite";

const STUB = "\0without-i18next";

/**
 * Leaves i18next out of the browser's bundle: hydrated pages have `browserTexts()` of `app/i18n/browser-texts.ts`. The
 * parts of it that `react-i18next` imports are for keys that are functions, which ours never are.
 */
export function withoutI18next(): Plugin {
	return {
		name: "sobesednik:without-i18next",
		apply: "build",
		enforce: "pre",
		applyToEnvironment: ({ name }) => name === "client",
		resolveId: (id) => (id === "i18next" ? STUB : undefined),
		load: (id) => (id === STUB ? "export const keyFromSelector = String;" : undefined),
	};
}
