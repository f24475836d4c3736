// Installs, builds and starts processes for the commands. It runs under the Node of the machine (20 or newer), which
// may be older than the bundled one, and before any package is installed: plain JavaScript with Node's own modules.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
	existsSync,
	readdirSync,
	readFileSync,
	realpathSync,
	rmSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { delimiter, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { SERVER_SETTINGS } from "./server-process.mjs";

export const ROOT = fileURLToPath(new URL("..", import.meta.url));
const BUILD_STAMP = join(ROOT, "build", "stamp");
export const COMPILE_CACHE = join(ROOT, "build", "compiled");
const END_WITH_NPM = new URL("end-with-npm.mjs", import.meta.url).href;
/** The inputs of a build. `server/` runs from its sources. */
const SOURCES = [
	"app",
	"public",
	"server/build",
	"package-lock.json",
	"react-router.config.ts",
	"tsconfig.json",
	"vite.config.ts",
];
/** The first version that runs TypeScript, has argon2id, and needs no flag for `node:sqlite`. */
const OLDEST_RUNTIME = 24;

/** Installs the packages of package-lock.json unless they are installed. */
export function ensureInstalled() {
	if (isInstalled()) return;
	console.error("Устанавливаем пакеты…");
	// Not `npm ci`: it removes all packages first, so an update whose network fails would leave a server that cannot be
	// started. `npm install` takes the same versions from the lock file, and `--no-save` does not change it. The build
	// needs the development dependencies even when NODE_ENV=production is set.
	const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ["npm"];
	runOrExit([...npm, "install", "--no-save", "--include=dev", "--no-audit", "--no-fund"]);
}

function isInstalled() {
	const wanted = packagesOf("package-lock.json");
	// npm writes this list at the end of a complete installation.
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

/** The path of the Node that runs the application: the bundled one, so that the version is the same everywhere. */
export function runtime() {
	const pinned = runtimeOfPackages();
	// npm puts the packages' programs first, so this process runs under it already.
	if (existsSync(pinned) && realpathSync(pinned) === realpathSync(process.execPath)) return pinned;
	if (spawnSync(pinned, ["--version"]).status === 0) return pinned;
	// Without install scripts the package is installed, but its binary is missing.
	if (isNewEnough()) return process.execPath;
	console.error(
		`Нужен Node ${OLDEST_RUNTIME}. Он приходит вместе с пакетами, но его скрипт установки не выполнился: разрешите его (npm ci --foreground-scripts) или поставьте Node ${OLDEST_RUNTIME} сами.`,
	);
	process.exit(1);
}

/** Builds unless the build on disk was made from the current sources. */
export function ensureBuilt() {
	if (isBuilt()) return;
	console.error("Собираем…");
	runOrExit([runtime(), "bin/build.mjs"]);
}

const isBuilt = () => existsSync(BUILD_STAMP) && readFileSync(BUILD_STAMP, "utf8") === fingerprint();

/** Marks the build as invalid until `writeBuildStamp`. */
export const removeBuildStamp = () => rmSync(BUILD_STAMP, { force: true });
/** Marks the build as made from `sources`, a fingerprint. */
export const writeBuildStamp = (sources) => writeFileSync(BUILD_STAMP, sources);

/** A hash of the contents of all sources. Times are not included: a fresh checkout or `touch` changes them. */
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

/** Runs a command in the project's folder and waits for it. @returns its exit code */
export function run([command, ...args], env = environment()) {
	return spawnSync(command, args, { cwd: ROOT, env, stdio: "inherit" }).status ?? 1;
}

function runOrExit(command) {
	const code = run(command);
	if (code !== 0) process.exit(code);
}

/**
 * Runs Node in place of this process, which is gone then: one process instead of two, and its parent gets the signals
 * and the exit code directly. Where the system or an older Node cannot replace a process, this one waits for it.
 */
export function exec([command, ...args], env = environment()) {
	const all = process.env.npm_lifecycle_event ? ["--import", END_WITH_NPM, ...args] : args;
	process.chdir(ROOT);
	// Windows has none, Node 20 neither.
	if (process.platform !== "win32" && process.execve) process.execve(command, [command, ...all], env);
	else spawnAndWait(command, all, env);
}

/** Forwards signals to the command, and exits as it exits. */
function spawnAndWait(command, args, env) {
	const child = spawn(command, args, { env, stdio: "inherit" });
	for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => child.kill(signal));
	child.once("error", (error) => {
		console.error(error.message);
		process.exit(1);
	});
	child.once("exit", (code, signal) => {
		if (code !== null) process.exit(code);
		// The child was ended by a signal: this process ends by the same one, for the process that waits for it.
		process.removeAllListeners(signal);
		process.kill(process.pid, signal);
	});
}
