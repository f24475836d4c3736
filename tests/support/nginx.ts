import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

const CONFIGURATION = "deploy/nginx/several-servers.conf";
/** As long as tests wait for anything else. */
const LONGEST_MS = 180_000;

/** The path of nginx, which a distribution may keep out of the ordinary paths; undefined: there is none. */
export function findNginx(): string | undefined {
	return ["nginx", "/usr/sbin/nginx"].find((path) => spawnSync(path, ["-v"]).status === 0);
}

/**
 * The operator's configuration for several servers, for other addresses and without TLS.
 * @param servers their ports on this machine
 */
export function nginxConfiguration(port: number, servers: readonly number[]): string {
	return readFileSync(CONFIGURATION, "utf8")
		.replace(/(server 127\.0\.0\.1:\d+ ([^;]*);\s*)+/, (list) => {
			const flags = /:\d+ ([^;]*);/.exec(list)?.[1] ?? "";
			return servers.map((server) => `server 127.0.0.1:${server} ${flags};\n\t`).join("");
		})
		.replace("listen 443 ssl;", `listen 127.0.0.1:${port};`)
		.replace(/^\s*ssl_certificate.*$/gm, "")
		.replace("server_name chat.example.ru;", "server_name localhost;")
		.replace("Host $host;", "Host $http_host;");
}

/** Starts nginx in front of servers. @param folder an empty one for its files */
export async function startNginx(
	nginx: string,
	folder: string,
	port: number,
	servers: readonly number[],
): Promise<{ stop: () => Promise<void> }> {
	const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
	mkdirSync(folder, { recursive: true });
	const file = join(folder, "nginx.conf");
	const main = [
		"daemon off;",
		...(process.getuid?.() === 0 ? ["user root;"] : []),
		"worker_processes 1;",
		`pid ${join(folder, "nginx.pid")};`,
		"events { worker_connections 4096; }",
		"http {",
		"access_log off;",
		...temporary.map((name) => `${name}_temp_path ${join(folder, name)};`),
		nginxConfiguration(port, servers),
		"}",
	];
	writeFileSync(file, main.join("\n"));
	const log = join(folder, "error.log");
	const child: ChildProcess = spawn(nginx, ["-p", folder, "-c", file, "-e", log], { stdio: "inherit" });
	const until = Date.now() + LONGEST_MS;
	while (!existsSync(join(folder, "nginx.pid"))) {
		if (child.exitCode !== null || Date.now() > until) throw new Error("nginx did not start.");
		await wait(20);
	}
	return {
		async stop() {
			const ended = once(child, "exit");
			child.kill("SIGTERM");
			await ended;
		},
	};
}
