import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fromEnvironment } from "../../platform/config.server.ts";
import { freeBytes } from "../../platform/disk-room.server.ts";
import {
	type Lock,
	lockFor,
	type Platform,
	packagesOfPlatform,
	thisPlatform,
} from "./lock-for-platform.server.ts";

/** The list of the runtime's packages, in the project's folder, in which the server runs. */
const LISTED_IN = "app/local-model/runtime";
/** The size of the packages on the disk without drivers of graphics cards. */
const NEEDED_BYTES = 150 * 1024 ** 2;
const ERROR_CHARS = 600;

/** The runtime cannot be installed. `message` is a Russian sentence for the operator. */
export class RuntimeProblem extends Error {
	override readonly name = "RuntimeProblem";
}

export type RuntimeOptions = {
	/** The folder that all versions of the runtime lie in. */
	folder: string;
	/** With the drivers of graphics cards. */
	gpu: boolean;
	platform?: Platform;
	/** Called before the packages are fetched. */
	onInstall?: () => void;
	signal?: AbortSignal;
};

/**
 * The folder with the packages that run a model, for this version and this machine. They are installed on first use,
 * by npm from its registry as the operator has set it, as their lockfile lists them, without install scripts.
 * A second process that installs at the same time does no harm: the folder gets its name when it is complete.
 * @throws {RuntimeProblem}
 */
export async function ensureRuntime(options: RuntimeOptions): Promise<string> {
	const { folder, onInstall, signal } = options;
	const { lock, packages, done, isInstalled } = await findRuntime(options);
	if (isInstalled) return done;
	onInstall?.();
	const unfinished = join(folder, `.part-${randomUUID()}`);
	try {
		await mkdir(unfinished, { recursive: true, mode: 0o700 });
		await refuseFullDisk(unfinished);
		const made = lockFor(lock, packages);
		await writeFile(join(unfinished, "package.json"), JSON.stringify(made.manifest));
		await writeFile(join(unfinished, "package-lock.json"), JSON.stringify(made.lock));
		await runNpm(made.isComplete ? "ci" : "install", unfinished, signal);
		await rm(join(unfinished, ".npm"), { recursive: true, force: true });
		await rename(unfinished, done).catch((error: unknown) => {
			// Another process was faster.
			if (!existsSync(done)) throw error;
		});
		return done;
	} catch (error) {
		throw error instanceof RuntimeProblem || signal?.aborted
			? error
			: new RuntimeProblem(inWords(folder, error));
	} finally {
		await rm(unfinished, { recursive: true, force: true });
	}
}

/**
 * The folder that the packages are in, or will be.
 * @throws {RuntimeProblem} where there are none for this system
 */
export async function findRuntime({
	folder,
	gpu,
	platform = thisPlatform(),
}: Pick<RuntimeOptions, "folder" | "gpu" | "platform">) {
	const packages = packagesOfPlatform(platform, gpu);
	if (!packages)
		throw new RuntimeProblem(
			`Для этой системы (${platform.os}, ${platform.cpu}${platform.musl ? ", musl" : ""}) готовой среды для моделей нет. Подключите модель другим способом: Ollama или сервер с MODEL_BASE_URL.`,
		);
	const lock: Lock = JSON.parse(await readFile(resolve(LISTED_IN, "package-lock.json"), "utf8"));
	const { version } = lock.packages["node_modules/node-llama-cpp"] ?? {};
	const done = join(folder, [version, platform.os, platform.cpu, ...(gpu ? ["gpu"] : [])].join("-"));
	return { lock, packages, done, isInstalled: existsSync(done) };
}

async function refuseFullDisk(folder: string): Promise<void> {
	if ((await freeBytes(folder)) < NEEDED_BYTES)
		throw new RuntimeProblem(
			`Среде для моделей нужно ${NEEDED_BYTES / 1024 ** 2} МБ в папке ${folder}, а там столько нет.`,
		);
}

const inWords = (folder: string, error: unknown) =>
	`Среда для моделей не установлена в ${folder} (${(error as NodeJS.ErrnoException).code ?? String(error)}).`;

/** Its cache is in the folder too: the home of the server's user may be read-only. */
function runNpm(command: "ci" | "install", folder: string, signal: AbortSignal | undefined): Promise<void> {
	const script = fromEnvironment("npm_execpath");
	const [npm, ...first] = script ? [process.execPath, script] : ["npm"];
	const args = [
		command,
		"--prefix",
		folder,
		"--cache",
		join(folder, ".npm"),
		"--ignore-scripts",
		"--omit=dev",
	];
	const child = spawn(npm as string, [...first, ...args, "--no-audit", "--no-fund", "--loglevel=error"], {
		cwd: folder,
		stdio: ["ignore", "ignore", "pipe"],
		signal,
	});
	let said = "";
	child.stderr.on("data", (bytes: Buffer) => {
		said = (said + bytes.toString("utf8")).slice(-ERROR_CHARS);
	});
	return new Promise((done, fail) => {
		child.once("error", (error: NodeJS.ErrnoException) =>
			fail(
				error.code === "ENOENT"
					? new RuntimeProblem("Чтобы установить среду для моделей, нужен npm, а на этой машине его нет.")
					: error,
			),
		);
		child.once("close", (code) =>
			code === 0
				? done()
				: fail(new RuntimeProblem(`npm не установил среду для моделей (код ${code}): ${said.trim()}`)),
		);
	});
}
