import { expect, test } from "vitest";
import { staticPaths } from "../../../server/pages/static-paths.ts";

type Routes = Parameters<typeof staticPaths>[0]["routes"];

const screen = (page?: "static" | "hydrated") => ({
	default: () => null,
	...(page && { handle: { page } }),
});
const route = (id: string, module: object, place: object) => [id, { id, path: undefined, module, ...place }];

test("the static paths are those of screens without the framework's scripts, as routes.ts writes them", () => {
	const routes = Object.fromEntries([
		route("root", screen(), { path: "" }),
		route("layout", screen(), { parentId: "root" }),
		route("home", screen("static"), { parentId: "layout", index: true }),
		route("silent", screen(), { parentId: "layout", path: "FAQ" }),
		route("chat", screen("hydrated"), { parentId: "layout", path: "chat" }),
		route("step", screen("static"), { parentId: "layout", path: "verify-mail/fail" }),
		route("inner", screen("static"), { parentId: "step", path: "again" }),
		route("health", { loader: () => null }, { parentId: "root", path: "health" }),
		route("any", screen("static"), { parentId: "root", path: "*" }),
	]) as unknown as Routes;
	expect([...staticPaths({ routes })].sort()).toEqual([
		"/",
		"/FAQ",
		"/verify-mail/fail",
		"/verify-mail/fail/again",
	]);
});
