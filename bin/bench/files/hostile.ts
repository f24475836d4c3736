import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { HOSTILE } from "../../../tests/support/documents/hostile.ts";
import { Person } from "../../../tests/support/person.ts";
import { delivered, measureOurs, spread } from "../chat/live-answers.ts";
import { memoryMb } from "../support/processes.ts";
import { onSite } from "../support/site.ts";
import { type Figure, round } from "../support/table.ts";

const CALM_MS = 5_000;
const EVERY_MS = 10;
const MOST_MS = 120_000;

/** Measures the effect of hostile documents on `/health`, on memory, and on answers that are written meanwhile. */
export async function measureHostileFiles(): Promise<Figure[]> {
	// Made before anything is measured: half a gigabyte is deflated for one of them.
	const files = Object.values(HOSTILE).map(
		({ name, bytes }) => new File([bytes() as Uint8Array<ArrayBuffer>], name),
	);
	return [...(await measureHealth(files)), ...(await measureAnswersBeside(files))];
}

const LIVE_ANSWERS = 100;

/** Live answers while hostile documents are read, beside the same answers alone. */
async function measureAnswersBeside(files: readonly File[]): Promise<Figure[]> {
	const alone = await measureOurs(LIVE_ANSWERS);
	const beside = await measureOurs(LIVE_ANSWERS, [], async (instance) => {
		const person = await new Person(instance).register();
		return () => sendAll(person, files);
	});
	const what = `${LIVE_ANSWERS} live answers while ${files.length} hostile documents are read`;
	return [
		{
			what: `${what}: pieces delivered`,
			measured: delivered(beside),
			bar: "every one",
			limit: delivered(alone),
		},
		{
			what: "… delay of a piece, p50 / p99, ms",
			measured: spread(beside.delays),
			bar: "as without",
			limit: `${spread(alone.delays)} (without)`,
		},
	];
}

/** `/health` while hostile documents are read, beside the same server when it is idle; and the memory of both processes. */
const measureHealth = (hostile: readonly File[]): Promise<Figure[]> =>
	onSite(async ({ instance }) => {
		const pid = instance.process.pid ?? 0;
		const person = await new Person(instance).register();
		await person.postFiles("/chat/files", [["files", new File(["a"], "a.txt")]]);
		const calm = await probe(instance.url, wait(CALM_MS));
		const idle = memoryMb(pid);
		const peak = { server: 0, child: 0 };
		const watch = setInterval(() => {
			peak.server = Math.max(peak.server, memoryMb(pid));
			for (const child of childrenOf(pid)) peak.child = Math.max(peak.child, peakMb(child));
		}, 5);
		const beside = await probe(instance.url, sendAll(person, hostile));
		clearInterval(watch);
		return [
			{
				what: `/health while ${hostile.length} hostile documents are read, p50 / p99, ms`,
				measured: `${round(beside.p50)} / ${round(beside.p99)}`,
				bar: "p99 100",
				limit: `${round(calm.p50)} / ${round(calm.p99)} (idle)`,
			},
			{
				what: "… memory of the server, MB above idle",
				measured: round(peak.server - idle, 0),
				bar: "50",
				limit: `${round(idle, 0)} (idle)`,
			},
			{
				what: "… memory of the reading process at most, MB",
				measured: round(peak.child, 0),
				bar: "600",
				limit: "512 (where it is ended)",
			},
		];
	});

/** Sends all of them at once and waits until each is refused. */
async function sendAll(person: Person, hostile: readonly File[]): Promise<void> {
	const sent = await Promise.all(
		hostile.map(
			async (file) =>
				(await person.postFiles("/chat/files", [["files", file]])).json() as Promise<{ id: string }>,
		),
	);
	const query = sent.map(({ id }) => `id=${id}`).join("&");
	for (const until = Date.now() + MOST_MS; Date.now() < until; await wait(200)) {
		const { files } = await (await person.fetch(`/chat/files?${query}`)).json();
		if (files.every(({ state }: { state: string }) => state === "failed")) return;
	}
	throw new Error("Not all hostile documents were refused.");
}

async function probe(url: string, meanwhile: Promise<unknown>): Promise<{ p50: number; p99: number }> {
	const times: number[] = [];
	let ended = false;
	const work = meanwhile.finally(() => {
		ended = true;
	});
	while (!ended) {
		const began = performance.now();
		await (await fetch(`${url}/health`)).text();
		times.push(performance.now() - began);
		await wait(EVERY_MS);
	}
	await work;
	times.sort((a, b) => a - b);
	const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
	return { p50: at(0.5), p99: at(0.99) };
}

/** A child may end between two looks. */
function childrenOf(pid: number): number[] {
	try {
		return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
			readFileSync(`/proc/${pid}/task/${task}/children`, "utf8")
				.trim()
				.split(" ")
				.filter(Boolean)
				.map(Number),
		);
	} catch {
		return [];
	}
}

function peakMb(pid: number): number {
	try {
		const line = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
		return line ? Number(line[1]) / 1024 : 0;
	} catch {
		return 0;
	}
}
