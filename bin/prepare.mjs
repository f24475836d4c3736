// What the commands need before they can begin. Runs under the Node of the machine (20 or newer), which may
// be older than ours, and before anything is installed: plain JavaScript, nothing but Node's own modules.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { delimiter, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { SERVER_SETTINGS } from "./server-process.mjs";

export const ROOT = fileURLToPath(new URL("..", import.meta.url));
const BUILD_STAMP = join(ROOT, "build", "stamp");
const COMPILE_CACHE = join(ROOT, "build", "compiled");
/** All that a build is made of. `server/` itself is run as it is. */
const SOURCES = [
	"app",
	"public",
	"server/build",
	"package-lock.json",
	"react-router.config.ts",
	"tsconfig.json",
	"vite.config.ts",
];
/** The first version that runs TypeScript and knows argon2id, and in which `node:sqlite` needs no flag. */
const OLDEST_RUNTIME = 24;

/** Installs the packages unless those of package-lock.json are there already. */
export function ensureInstalled() {
	if (isInstalled()) return;
	console.error("Устанавливаем пакеты…");
	// Not `npm ci`: it refuses a lock file made where the registry lacks the packages of other platforms.
	// The versions are those of the lock file all the same, and `--no-save` leaves it as it is. Our own
	// tools are needed for the build even where NODE_ENV=production is set.
	const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ["npm"];
	runOrExit([...npm, "install", "--no-save", "--include=dev", "--no-audit", "--no-fund"]);
}

function isInstalled() {
	const wanted = packagesOf("package-lock.json");
	// npm writes this list when everything is in place.
	const present = packagesOf("node_modules/.package-lock.json");
	if (!wanted || !present || (!isNewEnough() && !existsSync(runtimeOfPackages()))) return false;
	return Object.entries(wanted).every(
		([path, { version, optional }]) => path === "" || optional || present[path]?.version === version,
	);
}

function packagesOf(lockFile) {
	const path = join(ROOT, lockFile);
	return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).packages : undefined;
}

const runtimeOfPackages = () =>
	join(ROOT, "node_modules", ".bin", process.platform === "win32" ? "node.exe" : "node");

const isNewEnough = () => Number.parseInt(process.versions.node, 10) >= OLDEST_RUNTIME;

/** The Node that runs us: the one among the packages, so that it is the same everywhere. */
export function runtime() {
	const pinned = runtimeOfPackages();
	if (spawnSync(pinned, ["--version"]).status === 0) return pinned;
	// Where install scripts are forbidden the package is there without its program.
	if (isNewEnough()) return process.execPath;
	console.error(
		`Нужен Node ${OLDEST_RUNTIME}. Он приходит вместе с пакетами, но его скрипт установки не выполнился: разрешите его (npm ci --foreground-scripts) или поставьте Node ${OLDEST_RUNTIME} сами.`,
	);
	process.exit(1);
}

/** Builds unless the build on disk was made of these very sources. */
export function ensureBuilt() {
	if (isBuilt()) return;
	console.error("Собираем…");
	runOrExit([runtime(), "bin/build.mjs"]);
}

const isBuilt = () => existsSync(BUILD_STAMP) && readFileSync(BUILD_STAMP, "utf8") === fingerprint();

/** A build is valid from here on; between the two calls there is none. */
export const forgetBuild = () => rmSync(BUILD_STAMP, { force: true });
export const stampBuild = (sources) => writeFileSync(BUILD_STAMP, sources);

/** A hash of all sources by their content: a fresh checkout or `touch` changes times, not what is built. */
export function fingerprint() {
	const hash = createHash("sha256");
	for (const path of SOURCES.flatMap((source) => filesIn(join(ROOT, source)))) {
		hash
			.update(`${relative(ROOT, path)}\0`)
			.update(readFileSync(path))
			.update("\0");
	}
	return hash.digest("hex");
}

function filesIn(path) {
	if (!statSync(path).isDirectory()) return [path];
	return readdirSync(path)
		.sort()
		.flatMap((name) => filesIn(join(path, name)));
}

/**
 * The environment of what we run: our packages' programs first, more threads, since hashing a password takes one, and
 * a folder where Node keeps compiled code, which takes a quarter of the CPU off a start of the server.
 */
export function environment(extra = {}) {
	const bin = join(ROOT, "node_modules", ".bin");
	const { UV_THREADPOOL_SIZE } = SERVER_SETTINGS;
	const defaults = { UV_THREADPOOL_SIZE, NODE_COMPILE_CACHE: COMPILE_CACHE };
	return { ...defaults, ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}`, ...extra };
}

/** Runs a command in the project's folder and waits for it. Gives its exit code. */
export function run([command, ...args], env = environment()) {
	return spawnSync(command, args, { cwd: ROOT, env, stdio: "inherit" }).status ?? 1;
}

function runOrExit(command) {
	const code = run(command);
	if (code !== 0) process.exit(code);
}

/** Hands this process over to a command: its signals go there, its end is our end. */
export function become([command, ...args], env = environment()) {
	const child = spawn(command, args, { cwd: ROOT, env, stdio: "inherit" });
	let isTold = false;
	const tell = (signal) => {
		isTold = true;
		child.kill(signal);
	};
	for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, tell);
	if (process.env.npm_lifecycle_event) whenOrphaned(() => isTold || tell("SIGTERM"));
	child.once("error", (error) => {
		console.error(error.message);
		process.exit(1);
	});
	child.once("exit", (code, signal) => {
		if (code !== null) process.exit(code);
		// Ended by a signal: whoever waits for us should see the same.
		process.removeAllListeners(signal);
		process.kill(process.pid, signal);
	});
}

/**
 * npm runs its commands in a shell, and passes a signal on to that shell only, which ends and tells nobody.
 * That we have been given another parent is all that we can notice of it.
 */
function whenOrphaned(act) {
	const parent = process.ppid;
	const timer = setInterval(() => {
		if (process.ppid === parent) return;
		clearInterval(timer);
		act();
	}, 250);
}
