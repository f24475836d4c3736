import type { Rolldown } from "vite";

const DOCUMENTS = /\/app\/shell\/document\/document\.ts$/;
const APPLICATIONS = /\/app\/(entry\.client|root)\.tsx/;
const CHAT = /\/app\/(layouts\/chat|routes\/chat\/index)\.tsx/;
const PACKAGES = /\/node_modules\//;

/**
 * The chat and what every application screen loads are a few files. Left to itself the bundler makes forty of them,
 * most smaller than the headers they come with, and over HTTP/1.1 six travel at a time. What documents load too stays
 * apart: a document must not load the framework for the sake of a button. Packages stay apart from what we write,
 * so an update of the site does not send them anew.
 */
export const chunks: Rolldown.CodeSplittingOptions = {
	groups: [
		{ debugName: "shared", name: ifReachedFrom(DOCUMENTS, "shared"), minShareCount: 2, priority: 3 },
		{
			debugName: "packages",
			name: ifReachedFrom(APPLICATIONS, "packages"),
			test: PACKAGES,
			priority: 2,
		},
		{ debugName: "core", name: ifReachedFrom(APPLICATIONS, "core"), priority: 1 },
		{ debugName: "chat-parts", name: ifReachedFrom(CHAT, "chat-parts"), minShareCount: 2 },
	],
};

/** Names the modules that `entry` imports, itself or through others, and does not wait for. */
function ifReachedFrom(entry: RegExp, name: string): Rolldown.CodeSplittingNameFunction {
	return (id, graph) => {
		const importers = new Set([id]);
		// A set takes in more while it is gone through.
		for (const importer of importers) {
			if (entry.test(importer)) return name;
			for (const next of graph.getModuleInfo(importer)?.importers ?? []) importers.add(next);
		}
		return null;
	};
}
