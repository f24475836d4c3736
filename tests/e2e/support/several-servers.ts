import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { emptyPostgres } from "../../support/database/empty-postgres.ts";
import { freePort, type Instance, startInstance } from "../../support/instance.ts";
import { findNginx, startNginx } from "../../support/nginx.ts";

/** How many servers there are behind each journey's address; 1 unless `E2E_SERVERS` says another number. */
export const SERVERS = Number(process.env.E2E_SERVERS ?? 1);

const SECRET = "not-a-secret-but-long-enough-for-a-test";

/**
 * Servers on one PostgreSQL behind nginx with the operator's configuration, in the place of one server. Each request of a
 * journey goes to the one that has the fewest.
 */
export async function startServers(env: Record<string, string>): Promise<Instance> {
	const nginx = findNginx();
	if (!nginx) throw new Error("There is no nginx.");
	const folder = mkdtempSync(join(tmpdir(), "sobesednik-servers-"));
	const [database, port] = await Promise.all([emptyPostgres(), freePort()]);
	const url = `http://localhost:${port}`;
	const shared = {
		APP_URL: url,
		SESSION_SECRET: SECRET,
		DATABASE_URL: database.url,
		TRUST_PROXY: "1",
		...env,
	};
	const servers: Instance[] = [];
	for (let i = 0; i < SERVERS; i++)
		servers.push(await startInstance({ env: { ...shared, DATA_DIR: join(folder, `server-${i}`) } }));
	const ports = servers.map((server) => server.port);
	const proxy = await startNginx(nginx, join(folder, "nginx"), port, ports);
	const [first] = servers;
	if (!first) throw new Error("E2E_SERVERS is no number of servers.");
	return {
		...first,
		url,
		port,
		logs: () => servers.map((server) => server.logs()).join("\n"),
		async stop(signal) {
			await proxy.stop();
			const codes = await Promise.all(servers.map((server) => server.stop(signal)));
			await database.remove();
			rmSync(folder, { recursive: true, force: true });
			return codes.find((code) => code !== 0) ?? 0;
		},
	};
}
