import { afterAll, beforeAll } from "vitest";
import { startWorld, type World } from "./world.ts";

/** A world for all tests of a file: opened before them and ended after them. Only tests and hooks can use it. */
export function setUpWorld(env: Record<string, string> = {}): World {
	const world = {} as World;
	beforeAll(async () => {
		Object.assign(world, await startWorld(env));
	});
	afterAll(() => world.end?.());
	return world;
}
