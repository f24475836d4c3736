import type { Rolldown } from "vite";

const STATIC_PAGES = /\/app\/shell\/static-page\/static-page\.ts$/;
const HYDRATED_PAGES = /\/app\/(entry\.client|root)\.tsx/;
/** Waits for parts of the page before it hydrates: what those parts import must not wait for it. */
const ENTRY = /\/app\/entry\.client\.tsx$/;
const CHAT = /\/app\/(layouts\/chat|routes\/chat\/index)\.tsx/;
const PACKAGES = /\/node_modules\//;
/** `Trans`, which the chat does without: the file that `useTranslation` is imported from imports it too. */
const TRANS = /\/node_modules\/(html-parse-stringify|react-i18next\/dist\/es\/Trans)/;

/**
 * Groups the chat and what every hydrated page loads into a few files. By default the bundler makes forty of them, most
 * smaller than their headers, and over HTTP/1.1 six load at a time. A module that static pages load too stays separate:
 * a static page must not load the framework for the sake of a button, nor the chat what fields of a password do. Packages
 * are separate from the application's code, so an update of the site does not send them again.
 */
export const chunks: Rolldown.CodeSplittingOptions = {
	groups: [
		{ debugName: "shared", name: sharedWithStaticPages, minShareCount: 2, priority: 3 },
		{
			debugName: "packages",
			name: ifReachedFrom(HYDRATED_PAGES, "packages"),
			test: PACKAGES,
			priority: 2,
		},
		{ debugName: "core", name: ifReachedFrom(HYDRATED_PAGES, "core"), priority: 1 },
		{ debugName: "chat-parts", name: ifReachedFrom(CHAT, "chat-parts"), minShareCount: 2 },
	],
};

/** Names what static pages share with all hydrated ones, and what only with those that have a field of a password. */
function sharedWithStaticPages(...of: Parameters<Rolldown.CodeSplittingNameFunction>) {
	if (!ifReachedFrom(STATIC_PAGES, "shared")(...of)) return null;
	return ifReachedFrom(HYDRATED_PAGES, "shared")(...of) ?? "shared-fields";
}

/** Names the modules that `entry` imports statically, itself or through others. */
function ifReachedFrom(entry: RegExp, name: string): Rolldown.CodeSplittingNameFunction {
	return (id, graph) => {
		if (TRANS.test(id) || ENTRY.test(id)) return null;
		const importers = new Set([id]);
		// A set also iterates over what is added during the iteration.
		for (const importer of importers) {
			if (entry.test(importer)) return name;
			for (const next of graph.getModuleInfo(importer)?.importers ?? []) importers.add(next);
		}
		return null;
	};
}
