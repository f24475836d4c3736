import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { fromEnvironment } from "../../platform/config.server.ts";
import { McpFailure } from "./mcp-failure.server.ts";
import { failureOf, MESSAGE_BYTES, parseMessage, type Result, replyTo } from "./messages.server.ts";
import type { McpRequest, Transport, TransportEvents } from "./transport.server.ts";

/** The bytes that a server may leave unread. */
const UNREAD_BYTES = 4 * 1024 ** 2;
/** The bytes that a server writes without being asked, or before it answers. */
const UNASKED_BYTES = 8 * 1024 ** 2;
/** A server that is told to end has so long for each way of telling it. */
const END_MS = 500;

type Waiting = { resolve: (result: Result) => void; reject: (error: unknown) => void };

/**
 * A server as a child process, which writes a message a line. Its environment has the path to programs and the
 * variables that the operator gives it. It is the first of its group, so that it ends with all it has started.
 */
export class StdioTransport implements Transport {
	readonly #child: ChildProcess;
	readonly #events: TransportEvents;
	readonly #waiting = new Map<string | number, Waiting>();
	readonly #exited: Promise<void>;
	#isOpen = true;
	#nextId = 1;
	#line: Buffer[] = [];
	#lineBytes = 0;
	#unaskedBytes = 0;

	constructor(
		[program = "", ...args]: readonly string[],
		env: Record<string, string>,
		events: TransportEvents,
	) {
		this.#events = events;
		this.#child = spawn(program, args, {
			env: { PATH: fromEnvironment("PATH"), ...env },
			// Its output beside messages is not ours to keep.
			stdio: ["pipe", "pipe", "ignore"],
			detached: true,
		});
		this.#exited = new Promise((resolve) => {
			this.#child.once("exit", () => resolve());
			this.#child.once("error", () => resolve());
		});
		this.#child.stdout?.on("data", (bytes: Buffer) => this.#read(bytes));
		this.#child.stdin?.on("error", () => {});
		// A second error would end the process without a listener.
		this.#child.on("error", () => {});
		void this.#exited.then(() => this.#over(new McpFailure(this.#child.pid ? "interrupted" : "unavailable")));
	}

	get isOpen(): boolean {
		return this.#isOpen;
	}

	async request(request: McpRequest, { signal }: { signal: AbortSignal }): Promise<Result> {
		signal.throwIfAborted();
		if (!this.#isOpen) throw new McpFailure("unavailable");
		const id = this.#nextId++;
		const { promise, resolve, reject } = Promise.withResolvers<Result>();
		this.#waiting.set(id, { resolve, reject });
		this.#unaskedBytes = 0;
		const stop = () => {
			this.#send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id } });
			reject(signal.reason);
		};
		signal.addEventListener("abort", stop);
		this.#send({ jsonrpc: "2.0", id, ...request });
		try {
			return await promise;
		} finally {
			signal.removeEventListener("abort", stop);
			this.#waiting.delete(id);
		}
	}

	async notify(method: string, params: Record<string, unknown>): Promise<void> {
		this.#send({ jsonrpc: "2.0", method, params });
	}

	keepHeaders(): void {
		// There are none.
	}

	/** Closes its input, then asks it to end, then ends it. */
	async close(): Promise<void> {
		this.#child.stdin?.end();
		for (const signal of ["SIGTERM", "SIGKILL"] as const) {
			if (await this.#hasExited()) break;
			this.#kill(signal);
		}
		await this.#exited;
		// Ends the processes that the program started and left behind.
		this.#kill("SIGKILL");
	}

	async #hasExited(): Promise<boolean> {
		const timer = new AbortController();
		const late = pause(END_MS, false, { signal: timer.signal, ref: true }).catch(() => false);
		const hasExited = await Promise.race([this.#exited.then(() => true), late]);
		timer.abort();
		return hasExited;
	}

	#kill(signal: NodeJS.Signals): void {
		if (!this.#child.pid) return;
		try {
			process.kill(-this.#child.pid, signal);
		} catch {
			// Nobody of the group is left.
		}
	}

	#send(message: object): void {
		const { stdin } = this.#child;
		if (!this.#isOpen || !stdin) return;
		stdin.write(`${JSON.stringify(message)}\n`);
		if (stdin.writableLength > UNREAD_BYTES) this.#over(new McpFailure("interrupted"));
	}

	#read(bytes: Buffer): void {
		this.#unaskedBytes += bytes.length;
		if (this.#unaskedBytes > UNASKED_BYTES) this.#over(new McpFailure("too-large"));
		if (!this.#isOpen) return;
		let rest = bytes;
		for (let end = rest.indexOf(0x0a); end >= 0; end = rest.indexOf(0x0a)) {
			this.#keep(rest.subarray(0, end));
			if (!this.#isOpen) return;
			const line = Buffer.concat(this.#line).toString("utf8");
			this.#line = [];
			this.#lineBytes = 0;
			this.#onLine(line);
			rest = rest.subarray(end + 1);
		}
		this.#keep(rest);
	}

	/** A line that is too long belongs to an unknown request, so none is answered any more. */
	#keep(bytes: Buffer): void {
		if (!this.#isOpen || bytes.length === 0) return;
		this.#lineBytes += bytes.length;
		if (this.#lineBytes > MESSAGE_BYTES) this.#over(new McpFailure("too-large"));
		else this.#line.push(bytes);
	}

	#onLine(line: string): void {
		const message = parseMessage(line);
		if (!message) return;
		if (message.kind === "request") this.#send(replyTo(message));
		else if (message.kind === "notification") this.#events.onNotification(message.method);
		else {
			const waiting = this.#waiting.get(message.id ?? "");
			if (message.kind === "error") waiting?.reject(failureOf(message.error));
			else waiting?.resolve(message.result);
		}
	}

	#over(failure: McpFailure): void {
		if (!this.#isOpen) return;
		this.#isOpen = false;
		this.#line = [];
		for (const { reject } of this.#waiting.values()) reject(failure);
		this.#events.onClosed();
		void this.close();
	}
}
