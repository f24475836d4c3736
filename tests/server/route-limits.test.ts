import { expect, test } from "vitest";
import { routeLimits } from "../../server/limits/route-limits.ts";

type Routes = Parameters<typeof routeLimits>[0]["routes"];

const wide = { page: "hydrated", limits: { bodyBytes: 1_000 } };
const slow = { page: "static", limits: { bodyBytes: 2_000, slow: true } };

const routesOf = (...routes: object[]) =>
	Object.fromEntries(routes.map((route, i) => [i, { id: String(i), ...route }])) as unknown as Routes;

test("a route's limits hold for its own address, as the server compares it, and for no other", () => {
	const routes = routesOf(
		{ path: "", module: {} },
		{ parentId: "0", module: {} },
		{ parentId: "1", path: "Chat", module: { handle: wide } },
		{ parentId: "1", path: "chat/import", module: { handle: slow } },
		{ parentId: "0", path: "chat/stop", module: {} },
	);
	expect([...routeLimits({ routes })]).toEqual([
		["/chat", wide.limits],
		["/chat/import", slow.limits],
	]);
});

test.each([
	["a layout without a path", {}],
	["parameters", { path: "chat/:id" }],
	["everything else", { path: "*" }],
])("limits of a route whose address is %s do not start", (_, address) => {
	const routes = routesOf({ path: "", module: {} }, { parentId: "0", ...address, module: { handle: slow } });
	expect(() => routeLimits({ routes })).toThrow("The route 1 has limits and no fixed address.");
});
