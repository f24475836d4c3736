import type { ServerBuild } from "react-router";
import { expect, test } from "vitest";
import { handlerOfRoutes } from "../../server/http/route-handlers.ts";

const ROUTES = [
	{ id: "root", path: "" },
	{ id: "layouts/chat", parentId: "root" },
	{ id: "chat", parentId: "layouts/chat", path: "chat" },
	{ id: "home", parentId: "root", index: true },
	{ id: "frame", parentId: "root", path: "admin" },
	{ id: "within", parentId: "frame" },
	{ id: "admin", parentId: "within", index: true },
	{ id: "people", parentId: "within", path: "people" },
	{ id: "faq", parentId: "root", path: "FAQ" },
	{ id: "file", parentId: "root", path: "files/:id" },
	{ id: "rest", parentId: "root", path: "*" },
];
const ALL = ROUTES.map(({ id }) => id);

/** A handler whose response names the routes that it was made of. */
function world() {
	const made: string[][] = [];
	const byId = Object.fromEntries(ROUTES.map((route) => [route.id, route]));
	const build = { routes: byId, assets: { routes: byId, version: "1" } } as unknown as ServerBuild;
	const handler = handlerOfRoutes(build, ({ routes, assets }) => {
		const ids = Object.keys(routes);
		expect(Object.keys(assets.routes)).toEqual(ids);
		expect(assets.version).toBe("1");
		made.push(ids);
		return async () => Response.json(ids);
	});
	const routesFor = async (path: string): Promise<string[]> =>
		(await handler(new Request(`http://localhost${path}`))).json();
	return { made, routesFor };
}

test.each([
	["/", ["root", "home"]],
	["/?a=/chat", ["root", "home"]],
	["/chat", ["root", "layouts/chat", "chat"]],
	["/chat.data?_routes=chat", ["root", "layouts/chat", "chat"]],
	["/chat/_.data", ["root", "layouts/chat", "chat"]],
	["/Chat/", ["root", "layouts/chat", "chat"]],
	["/faq", ["root", "faq"]],
	["/admin", ["root", "frame", "within", "admin"]],
	["/admin/people", ["root", "frame", "within", "people"]],
])("the request %s is handled with its route and those around it", async (path, routes) => {
	expect(await world().routesFor(path)).toEqual(routes);
});

test.each([
	"/files/1",
	"/nothing",
	"/%63hat",
	"/chat/more",
	"/_root.data",
	"//chat",
	"/__manifest?paths=/chat",
])("the request %s is handled with all routes", async (path) => {
	expect(await world().routesFor(path)).toEqual(ALL);
});

test("the handler of a route is made once, whichever way its address is written", async () => {
	const { made, routesFor } = world();
	for (const path of ["/chat", "/chat?c=1", "/CHAT/", "/chat.data", "/nothing"]) await routesFor(path);
	expect(made).toHaveLength(2);
});
