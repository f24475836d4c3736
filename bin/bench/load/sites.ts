import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "../../../tests/support/database/postgres-cluster.ts";
import { freePort, type Instance, startInstance } from "../../../tests/support/instance.ts";
import { findNginx, startNginx } from "../../../tests/support/nginx.ts";
import { modelled } from "../support/site.ts";

/** The servers of a run: where they are reached, their processes, and what they have logged. */
export type Site = { port: number; pids: number[]; databaseUrl: string; logs: () => string };

/** The bytes of a page of the control: those of `/login`, compressed. */
const PAGE_BYTES = 14_000;

type Ends = (end: () => unknown) => void;

/** One server with SQLite, or several with PostgreSQL, whose commits wait for the disk, behind nginx. */
export const onOurs = <T>(count: number, modelPort: number, use: (site: Site) => Promise<T>): Promise<T> =>
	inFolder(async (folder, ends) => {
		const model = modelled({ url: `http://127.0.0.1:${modelPort}/v1` });
		if (count === 1) {
			const instance = await startInstance({ env: { ...model, DATA_DIR: folder } });
			ends(() => instance.stop());
			const { port, databaseUrl, logs } = instance;
			return use({ port, databaseUrl, logs, pids: [instance.process.pid ?? 0] });
		}
		const postgres = await startPostgres({ durable: true });
		ends(() => postgres.stop());
		const databaseUrl = postgres.urlOf("postgres");
		const [port, ports] = [await freePort(), await freePorts(count)];
		const servers: Instance[] = [];
		for (const own of ports) {
			const env = {
				...model,
				APP_URL: `http://localhost:${port}`,
				DATABASE_URL: databaseUrl,
				DATA_DIR: join(folder, String(own)),
				PORT: String(own),
				SESSION_SECRET: "a-secret-of-three-servers-for-a-measurement",
				TRUST_PROXY: "1",
			};
			const server = await startInstance({ env });
			ends(() => server.stop());
			servers.push(server);
		}
		await putNginxBefore(ports, port, folder, ends);
		const pids = servers.map((server) => server.process.pid ?? 0);
		return use({ port, databaseUrl, pids, logs: () => servers.map(({ logs }) => logs()).join("") });
	});

/** Starts as many bare proxies in place of our servers. */
export const onBare = <T>(count: number, modelPort: number, use: (site: Site) => Promise<T>): Promise<T> =>
	inFolder(async (folder, ends) => {
		const file = join(import.meta.dirname, "../support/baseline-proxy.ts");
		const [ports, pids]: [number[], number[]] = [[], []];
		for (let i = 0; i < count; i++) {
			const args = [file, `http://127.0.0.1:${modelPort}`, String(PAGE_BYTES)];
			const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
			ends(() => child.kill());
			const [line] = await once(child.stdout, "data");
			ports.push(Number(String(line)));
			pids.push(child.pid ?? 0);
		}
		let port = ports[0] ?? 0;
		if (count > 1) {
			port = await freePort();
			await putNginxBefore(ports, port, folder, ends);
		}
		return use({ port, pids, databaseUrl: "", logs: () => "" });
	});

async function putNginxBefore(ports: number[], port: number, folder: string, ends: Ends): Promise<void> {
	const nginx = findNginx();
	if (!nginx) throw new Error("nginx is not installed.");
	const proxy = await startNginx(nginx, join(folder, "nginx"), port, ports);
	ends(() => proxy.stop());
}

const freePorts = (count: number) => Promise.all(Array.from({ length: count }, freePort));

/** Ends what was started, the last first, and removes the folder. */
async function inFolder<T>(use: (folder: string, ends: Ends) => Promise<T>): Promise<T> {
	const folder = mkdtempSync(join(tmpdir(), "sobesednik-load-"));
	const started: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
	try {
		return await use(folder, (end) => void started.push(end));
	} finally {
		for (const end of started.reverse()) await end();
	}
}
