import { afterAll, expect, it } from "vitest";
import { knownSchema } from "../../../app/platform/db/migrate.server.ts";
import { emptyPostgres } from "../../support/database/empty-postgres.ts";
import { type Instance, PRODUCTION, runInstance, startInstance } from "../../support/instance.ts";

const OTHER_SECRET = "another-secret-that-is-long-enough-for-a-test";
const database = await emptyPostgres();
const env = { ...PRODUCTION, DATABASE_URL: database.url };
const servers: Instance[] = [];
afterAll(async () => {
	await Promise.all(servers.map((server) => server.stop("SIGKILL")));
	await database.remove();
});

const healthOf = async ({ port }: Instance) => (await fetch(`http://127.0.0.1:${port}/health`)).json();

it("three servers start at once on an empty PostgreSQL, and each says which schema it has", async () => {
	servers.push(...(await Promise.all([1, 2, 3].map(() => startInstance({ env })))));
	const ready = { status: "ok", schema: knownSchema(), min_schema: "0026-files" };
	for (const server of servers) await expect.poll(() => healthOf(server)).toMatchObject(ready);
});

it("check 59: a server with another secret does not start beside them", async () => {
	const { code, logs } = await runInstance({ env: { ...env, SESSION_SECRET: OTHER_SECRET } });
	expect(code).toBe(1);
	expect(logs).toContain("SESSION_SECRET: не так, как у другого сервера");
	expect(logs).not.toContain(OTHER_SECRET);
	expect(logs).not.toMatch(/^\s+at /m);
});

it("they end in an orderly way, and another may begin with another secret then", async () => {
	expect(await Promise.all(servers.splice(0).map((server) => server.stop()))).toEqual([0, 0, 0]);
	servers.push(await startInstance({ env: { ...env, SESSION_SECRET: OTHER_SECRET } }));
});
