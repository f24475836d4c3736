import { expect, test } from "vitest";
import {
	type FrameworkPage,
	loadChunks,
	missingChunks,
	shownPath,
} from "../../app/build-version/framework.ts";

const page = {
	__reactRouterManifest: {
		routes: {
			root: { module: "/assets/root.js" },
			default: { module: "/assets/default.js" },
			account: { module: "/assets/account.js" },
			chat: { module: "/assets/chat.js" },
		},
	},
	__reactRouterDataRouter: {
		state: {
			location: { pathname: "/chat", search: "?c=1", hash: "#m-1", state: null, key: "", mask: undefined },
		},
		routes: [
			{
				id: "root",
				path: "",
				children: [
					{ id: "default", children: [{ id: "account", path: "account" }] },
					{ id: "chat", path: "chat" },
				],
			},
		],
	},
	__reactRouterRouteModules: { root: {}, chat: {} },
} satisfies FrameworkPage;

test("S-8.3 the scripts of the target that the page has not got yet", () => {
	expect(missingChunks("/account?a=1#b", page)).toEqual(["/assets/default.js", "/assets/account.js"]);
	expect(missingChunks("/chat?c=2", page)).toEqual([]);
	expect(missingChunks("/nowhere", page)).toEqual([]);
});

test("without the framework there is nothing to load, and no path", () => {
	expect(missingChunks("/account", {})).toEqual([]);
	expect(shownPath({})).toBeUndefined();
	expect(shownPath(page)).toBe("/chat?c=1#m-1");
});

test("one script that cannot be had is enough to fail", async () => {
	await loadChunks(["node:path"]);
	await expect(loadChunks(["node:path", "/assets/none.js"])).rejects.toThrow();
});
