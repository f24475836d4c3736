import { expect, test } from "vitest";
import { documentPaths } from "../../../server/pages/document-paths.ts";

type Routes = Parameters<typeof documentPaths>[0]["routes"];

const screen = (page?: "document" | "application") => ({
	default: () => null,
	...(page && { handle: { page } }),
});
const route = (id: string, module: object, place: object) => [id, { id, path: undefined, module, ...place }];

test("the addresses of documents are those of screens that need no framework script, as routes.ts writes them", () => {
	const routes = Object.fromEntries([
		route("root", screen(), { path: "" }),
		route("layout", screen(), { parentId: "root" }),
		route("home", screen("document"), { parentId: "layout", index: true }),
		route("silent", screen(), { parentId: "layout", path: "FAQ" }),
		route("chat", screen("application"), { parentId: "layout", path: "chat" }),
		route("step", screen("document"), { parentId: "layout", path: "verify-mail/fail" }),
		route("inner", screen("document"), { parentId: "step", path: "again" }),
		route("health", { loader: () => null }, { parentId: "root", path: "health" }),
		route("any", screen("document"), { parentId: "root", path: "*" }),
	]) as unknown as Routes;
	expect([...documentPaths({ routes })].sort()).toEqual([
		"/",
		"/FAQ",
		"/verify-mail/fail",
		"/verify-mail/fail/again",
	]);
});
