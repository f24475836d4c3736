import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "../../../tests/support/instance.ts";
import { Person } from "../../../tests/support/person.ts";
import { cpuMs, memoryMb } from "../support/processes.ts";
import { onSite } from "../support/site.ts";
import { type Figure, round } from "../support/table.ts";

const MB = 1024 ** 2;
const FILE = 49 * MB;
const FILES = 2;

/** A form with two files of 49 MB: CPU and memory of the server, beside a server that only hashes and stores them. */
export async function measureUpload(): Promise<Figure[]> {
	// Bytes of no kind: refused when they are read, which is another process and not measured here.
	const content = Array.from({ length: FILES }, (_, i) =>
		Buffer.alloc(FILE, Buffer.from([0, 0xff, 0x81, i])),
	);
	const bare = await measureBare(Buffer.concat(content));
	return onSite(async ({ instance }) => {
		const person = await new Person(instance).register();
		const pid = instance.process.pid ?? 0;
		// The first form loads what a form with files needs.
		await person.postFiles("/chat/files", [["files", new File(["a"], "a.txt")]]);
		await wait(2_000);
		const idle = memoryMb(pid);
		const before = cpuMs(pid);
		const files = content.map((bytes, i): [string, File] => ["files", new File([bytes], `${i}.bin`)]);
		const fields: [string, string][] = [
			["intent", "attach"],
			["promptId", crypto.randomUUID()],
			["conversationId", ""],
			["text", "Вопрос"],
		];
		const response = await person.postFiles("/chat", [...fields, ...files]);
		await response.text();
		if (response.status !== 200) throw new Error(`The form was answered ${response.status}.`);
		return [
			{
				what: `upload of ${FILES} files of 49 MB by one form, CPU ms`,
				measured: round(cpuMs(pid) - before, 0),
				bar: "–",
				limit: `${round(bare, 0)} (into a file with SHA-256)`,
			},
			{
				what: "… memory at most, MB above idle",
				measured: round(peakMb(pid) - idle, 0),
				bar: "50",
				limit: `${round(idle, 0)} (idle)`,
			},
		];
	});
}

/** The most memory that a process ever held (Linux). */
const peakMb = (pid: number) =>
	Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

async function measureBare(body: Buffer<ArrayBuffer>): Promise<number> {
	const folder = mkdtempSync(join(tmpdir(), "upload-"));
	const port = await freePort();
	const server: ChildProcess = spawn(
		process.execPath,
		["bin/bench/support/baseline-upload.ts", String(port), join(folder, "body")],
		{ stdio: "ignore" },
	);
	const pid = server.pid ?? 0;
	try {
		const url = `http://127.0.0.1:${port}/`;
		while (!(await fetch(url, { method: "POST", body: "x" }).catch(() => null))) await wait(25);
		const before = cpuMs(pid);
		await (await fetch(url, { method: "POST", body })).text();
		return cpuMs(pid) - before;
	} finally {
		server.kill();
		await once(server, "exit");
		rmSync(folder, { recursive: true });
	}
}
