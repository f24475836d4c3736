import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { EventEmitter, once } from "node:events";
import { writeFile } from "node:fs/promises";
import { availableParallelism, setPriority } from "node:os";
import { resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fromEnvironment } from "../platform/config.server.ts";
import { claimShare, giveWay, readCpuTimes, watchForStarving } from "./idle-priority.server.ts";
import type { LoadMessage, StateMessage } from "./process/messages.ts";

const PROGRAM = "app/local-model/process/model-process.server.ts";
/**
 * Less CPU than the server when both want it, while it loads and where it may not have the policy `idle`. Pages beside
 * it come later by this value, and as without it by that policy. On a busy machine both leave the model next to nothing.
 */
const NICENESS = 10;
/** When memory runs out, the system ends this process and not the server. */
const OOM_SCORE = "800";
/** The pause between the end of a process and the next start, by how many have ended soon after their start. */
const PAUSES_MS = [250, 1_000, 3_000, 10_000, 30_000, 60_000];
/** A process that does not answer by then hangs; the largest models are read from a slow disk in half of it. */
const START_MS = 10 * 60_000;
/** A process that was ready for so long has not ended soon. */
const STEADY_MS = 60_000;

/** The address of the process. A new object for each process. */
export type Endpoint = { baseUrl: string; apiKey: string };

export type SupervisorOptions = {
	/** The folder with the runtime's packages; installs them first where they are missing. */
	prepare: (signal: AbortSignal) => Promise<string>;
	load: Pick<LoadMessage, "chat" | "embeddings" | "gpu">;
	onReady: (ms: number) => void;
	/** How long a start may take; ten minutes unless told. */
	startMs?: number;
	/** Other programs leave it no CPU; it has more of it from now on. */
	onStarved?: () => void;
	/** It could not start, or has ended; `pauseMs` until the next start. */
	onEnd: (reason: string, pauseMs: number) => void;
};

/** There is no process, and the last one did not come to answer either. */
export class ModelUnavailable extends Error {
	override readonly name = "ModelUnavailable";
}

/** Keeps the model's process running: starts it, starts it anew after each end with a growing pause, ends it. */
export class ModelSupervisor {
	readonly #options: SupervisorOptions;
	readonly #key = randomBytes(32).toString("base64url");
	readonly #stop = new AbortController();
	readonly #changes = new EventEmitter().setMaxListeners(0);
	#endpoint: Endpoint | null = null;
	#isFailing = false;
	#child: ChildProcess | undefined;
	#port = 0;
	/** Other programs keep the machine so busy that the policy `idle` would leave the model nothing. */
	#isMachineBusy = false;
	#running: Promise<void> | undefined;

	constructor(options: SupervisorOptions) {
		this.#options = options;
	}

	/** Returns at once. */
	start(): void {
		this.#running ??= this.#run();
	}

	/** The address of the process; null while there is none. */
	get endpoint(): Endpoint | null {
		return this.#endpoint;
	}

	/**
	 * Waits for a process that is being started.
	 * @throws {ModelUnavailable} where the last one did not come to answer
	 * @throws the signal's reason
	 */
	async ready(signal: AbortSignal): Promise<Endpoint> {
		while (!this.#endpoint) {
			if (this.#isFailing || this.#stop.signal.aborted) throw new ModelUnavailable();
			await once(this.#changes, "change", { signal });
		}
		return this.#endpoint;
	}

	/** Ends a process that no longer answers, or is dead already; the next one is started. */
	restart(endpoint: Endpoint): void {
		if (this.#endpoint !== endpoint) return;
		this.#endpoint = null;
		this.#child?.kill("SIGKILL");
	}

	/** Ends the process for good. */
	async stop(): Promise<void> {
		this.#stop.abort();
		this.#child?.kill("SIGKILL");
		await this.#running;
		this.#changes.emit("change");
	}

	async #run(): Promise<void> {
		const { signal } = this.#stop;
		for (let failures = 0; !signal.aborted; failures++) {
			const { readyMs, reason } = await this.#runOnce();
			this.#endpoint = null;
			this.#child = undefined;
			if (signal.aborted) return;
			this.#isFailing = readyMs === null;
			if (readyMs !== null && readyMs >= STEADY_MS) failures = 0;
			const pauseMs = PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)] ?? 0;
			this.#options.onEnd(reason, pauseMs);
			this.#changes.emit("change");
			await wait(pauseMs, undefined, { signal }).catch(() => {});
		}
	}

	/** One process from its start to its end. @returns how long it answered; null: it never did */
	async #runOnce(): Promise<{ readyMs: number | null; reason: string }> {
		const { prepare, load, onReady } = this.#options;
		const began = performance.now();
		let readyAt: number | null = null;
		let problem: string | undefined;
		let endWatch = () => {};
		try {
			const runtime = await prepare(this.#stop.signal);
			if (this.#stop.signal.aborted) return { readyMs: null, reason: "" };
			const child = startProcess(load.gpu);
			this.#child = child;
			endWatch = this.#watchForStarving(child);
			const ended = new Promise<string>((done) => {
				child.once("error", (error) => done(String(error)));
				child.once("exit", (code, signal) => done(signal ?? `код ${code}`));
			});
			child.on("message", async (message: StateMessage) => {
				if (message.kind === "failed") {
					problem = message.problem;
					return;
				}
				readyAt = performance.now();
				if (child.pid) await this.#giveWay(child.pid);
				if (child.exitCode !== null || child.signalCode !== null) return;
				this.#port = message.port;
				this.#endpoint = { baseUrl: `http://127.0.0.1:${message.port}/v1`, apiKey: this.#key };
				this.#isFailing = false;
				onReady(Math.round(readyAt - began));
				this.#changes.emit("change");
			});
			const threads = Math.max(1, availableParallelism() - 1);
			const message: LoadMessage = { ...load, runtime, threads, key: this.#key, port: this.#port };
			// A process that has ended already cannot be told; its end is awaited below.
			child.send(message, () => {});
			const { startMs = START_MS } = this.#options;
			const giveUp = setTimeout(() => {
				if (readyAt !== null) return;
				problem = `не начал отвечать за ${Math.round(startMs / 60_000)} мин`;
				child.kill("SIGKILL");
			}, startMs);
			const reason = await ended;
			clearTimeout(giveUp);
			return { readyMs: readyAt && performance.now() - readyAt, reason: problem ?? reason };
		} catch (error) {
			return { readyMs: null, reason: error instanceof Error ? error.message : String(error) };
		} finally {
			endWatch();
		}
	}

	/** Leaves the process the CPU that nobody else wants, while there is such. */
	async #giveWay(pid: number): Promise<void> {
		if (this.#isMachineBusy || !(await giveWay(pid))) return;
		// It may have been found to starve meanwhile, and nobody looks a second time.
		if (this.#isMachineBusy) await claimShare(pid);
	}

	/** Gives the process an ordinary program's share once it starves. @returns ends the watch over it */
	#watchForStarving({ pid }: ChildProcess): () => void {
		if (!pid) return () => {};
		return watchForStarving(
			async () => {
				this.#isMachineBusy = true;
				if (await claimShare(pid)) this.#options.onStarved?.();
			},
			() => readCpuTimes(pid),
		);
	}
}

/** Its output is not kept: llama.cpp may quote what it reads. */
function startProcess(gpu: boolean): ChildProcess {
	const child = spawn(process.execPath, ["--no-warnings", resolve(PROGRAM)], {
		env: environmentFor(gpu),
		stdio: ["ignore", "ignore", "ignore", "ipc"],
	});
	if (!child.pid) return child;
	try {
		setPriority(child.pid, NICENESS);
	} catch {
		// The process has ended already, or the system has no priorities.
	}
	if (process.platform === "linux") writeFile(`/proc/${child.pid}/oom_score_adj`, OOM_SCORE).catch(() => {});
	return child;
}

/** The variables that the libraries need of the environment, which has the operator's secrets too. */
const VARIABLES = ["HOME", "SystemRoot"];
/** The variables by which the drivers of graphics cards are found. */
const DRIVER_VARIABLES = ["PATH", "LD_LIBRARY_PATH", "CUDA_PATH", "CUDA_VISIBLE_DEVICES", "VK_ICD_FILENAMES"];

const environmentFor = (gpu: boolean) =>
	Object.fromEntries(
		[...VARIABLES, ...(gpu ? DRIVER_VARIABLES : [])].map((name) => [name, fromEnvironment(name)]),
	);
