import { type ChildProcess, spawn } from "node:child_process";
import { setPriority } from "node:os";
import { resolve } from "node:path";
import type { FailureReason } from "../document-types.ts";
import { READING_LIMITS } from "../reading-limits.server.ts";
import { limitProcess } from "./limit-process.server.ts";

/**
 * The paths that the program may read besides the one file: its own sources, the packages, and the settings of both.
 */
const READABLE = ["app/*", "node_modules/*", "package.json"];
/** A message is shorter; a process that sends more without a line's end is not ours any more. */
const LONGEST_LINE = 1_000_000;
const ERROR_BYTES = 4_000;
/** Less CPU than the server when both want it. */
const NICENESS = 5;

/**
 * The limits of a process: MB of its heap, bytes of all its memory, seconds of CPU of all its threads, milliseconds of
 * the clock.
 */
type ProcessLimits = Pick<typeof READING_LIMITS, "heapMb" | "rssBytes" | "cpuSeconds" | "wallMs">;

/** How the process ended: by itself, with its exit code and what it wrote about an error, or by a limit. */
export type ReaderExit =
	| { kind: "exited"; code: number | null; error: string }
	| { kind: "stopped"; reason: FailureReason };

/**
 * Runs a program of ours over one file in a process that has none of the server's environment, may read that file and
 * start, write and change nothing, and is ended by limits of CPU and memory.
 * @param program its path in the project, which runs from its source: the server runs in the project's folder
 * @param onLine receives a line of the output and is awaited: the process writes no faster than lines are taken;
 *   `false` ends the process
 * @param threads whether it may start threads, which have its permissions
 * @throws the signal's reason
 */
export async function runReader(options: {
	program: string;
	file: string;
	args: string[];
	threads?: boolean;
	signal?: AbortSignal;
	limits?: ProcessLimits;
	onLine: (line: string) => Promise<boolean>;
}): Promise<ReaderExit> {
	const { program, file, args, threads = false, signal, limits = READING_LIMITS, onLine } = options;
	signal?.throwIfAborted();
	const child = startReader(resolve(program), [resolve(file), ...args], threads, limits);
	const exited = new Promise<Exit>((done, fail) =>
		child.once("close", (code, signal) => done({ code, signal })).once("error", fail),
	);
	// Awaited below; until then a failure to start must not be an unhandled rejection.
	exited.catch(() => {});
	const stop = () => child.kill("SIGKILL");
	signal?.addEventListener("abort", stop);
	const watch = limitProcess(child, limits);
	let error = "";
	child.stderr?.on("data", (bytes: Buffer) => {
		error = (error + bytes.toString("utf8")).slice(-ERROR_BYTES);
	});
	try {
		for await (const line of linesOf(child)) {
			watch.pause();
			const goesOn = line !== null && (await onLine(line));
			watch.resume();
			if (!goesOn) return { kind: "stopped", reason: watch.exceeded() ?? "damaged" };
		}
		const exit = await exited;
		signal?.throwIfAborted();
		const reason = watch.exceeded() ?? limitOf(exit, error);
		return reason ? { kind: "stopped", reason } : { kind: "exited", code: exit.code, error };
	} finally {
		watch.end();
		signal?.removeEventListener("abort", stop);
		stop();
		await exited.catch(() => {});
	}
}

type Exit = { code: number | null; signal: NodeJS.Signals | null };

/** The limit that ended the process by itself. */
function limitOf({ signal }: Exit, error: string): FailureReason | null {
	if (signal === "SIGXCPU") return "too-slow";
	return isOutOfHeap(error) ? "too-much-memory" : null;
}

function startReader(
	program: string,
	[file = "", ...args]: string[],
	threads: boolean,
	{ heapMb, cpuSeconds }: ProcessLimits,
): ChildProcess {
	const node = [
		"--permission",
		...(threads ? ["--allow-worker"] : []),
		...[...READABLE.map((path) => resolve(path)), file].map((path) => `--allow-fs-read=${path}`),
		`--max-old-space-size=${heapMb}`,
		// A warning about an experimental feature is no error of the document.
		"--no-warnings",
		program,
		file,
		...args,
	];
	// The kernel counts the CPU: the limit holds also when the server has died. Past the first number it sends SIGXCPU,
	// past the second SIGKILL, which a process that a document has taken over cannot ignore. No dump of the memory is written.
	const limited = `ulimit -c 0; ulimit -S -t ${cpuSeconds}; ulimit -H -t ${cpuSeconds + 1}; exec "$0" "$@"`;
	const child = spawn("/bin/sh", ["-c", limited, process.execPath, ...node], {
		env: {},
		stdio: ["ignore", "pipe", "pipe"],
	});
	try {
		if (child.pid) setPriority(child.pid, NICENESS);
	} catch {
		// The process has ended already, or the system has no priorities.
	}
	return child;
}

/** The lines of the output, and `null` for one that is too long. */
async function* linesOf({ stdout }: ChildProcess): AsyncGenerator<string | null, void, undefined> {
	if (!stdout) return;
	stdout.setEncoding("utf8");
	let rest = "";
	for await (const piece of stdout as AsyncIterable<string>) {
		const found = (rest + piece).split("\n");
		rest = found.pop() ?? "";
		yield* found;
		if (rest.length > LONGEST_LINE) return yield null;
	}
}

const isOutOfHeap = (error: string) =>
	/heap out of memory|Array buffer allocation failed|invalid array length/i.test(error);
