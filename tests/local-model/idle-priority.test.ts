import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { getPriority, setPriority } from "node:os";
import { expect, test, vi } from "vitest";
import {
	type CpuTimes,
	claimShare,
	giveWay,
	readCpuTimes,
	watchForStarving,
} from "../../app/local-model/idle-priority.server.ts";

const SECOND = 1e9;

/** What a watch says after looks at which a process has run and waited for so long since the one before. */
async function watchAfter(looks: (CpuTimes | null)[]): Promise<number> {
	vi.useFakeTimers();
	let told = 0;
	let sum: CpuTimes = { ran: 0, waited: 0 };
	const next = looks.values();
	const end = watchForStarving(
		() => told++,
		async () => {
			const { value } = next.next();
			if (!value) return null;
			sum = { ran: sum.ran + value.ran, waited: sum.waited + value.waited };
			return sum;
		},
	);
	for (const _ of looks) await vi.advanceTimersByTimeAsync(2_000);
	end();
	await vi.advanceTimersByTimeAsync(60_000);
	vi.useRealTimers();
	return told;
}

const first = { ran: 0, waited: 0 };
const starving = { ran: 0.005 * SECOND, waited: 1.9 * SECOND };
const working = { ran: 1.6 * SECOND, waited: 0.4 * SECOND };
const sharing = { ran: 0.2 * SECOND, waited: 1.8 * SECOND };
const idle = { ran: 0.001 * SECOND, waited: 0.04 * SECOND };
/** It has waited all the time, and the system has not counted that yet; or it has slept. */
const unchanged = { ran: 0, waited: 0 };

test("a process that gets next to nothing for a while starves, and that is told once", async () => {
	expect(await watchAfter([first, starving, starving, starving, starving, starving])).toBe(1);
	expect(await watchAfter([first, starving, unchanged, starving, unchanged, starving])).toBe(1);
});

test.each([
	["works", [working, working, working, working]],
	["shares the machine", [sharing, sharing, sharing, sharing]],
	["does nothing", [idle, idle, idle, idle]],
	["had to wait for a moment", [starving, starving, working, starving, starving]],
	["has ended", [starving, starving, null, null, null]],
])("a process that %s does not starve", async (_, looks) => {
	expect(await watchAfter([first, ...looks])).toBe(0);
});

/** The scheduling policy (proc_pid_stat(5), field 41): 0 is SCHED_OTHER, 5 SCHED_IDLE. */
const policyOf = (pid: number) =>
	Number(
		readFileSync(`/proc/${pid}/stat`, "utf8")
			.replace(/^.*\) /, "")
			.split(" ")[41 - 3],
	);

test.runIf(process.platform === "linux")(
	"a process gives way only where it can claim its share again",
	async () => {
		const child = spawn(process.execPath, ["-e", "process.send?.('on'); setInterval(() => {}, 1e6)"], {
			stdio: ["ignore", "ignore", "ignore", "ipc"],
		});
		await once(child, "message");
		const pid = child.pid ?? 0;
		setPriority(pid, 10);
		const gaveWay = await giveWay(pid);
		expect([policyOf(pid), getPriority(pid)]).toEqual([gaveWay ? 5 : 0, 10]);
		if (gaveWay) await claimShare(pid);
		const threads = readdirSync(`/proc/${pid}/task`).map(Number);
		expect(threads.map((thread) => [policyOf(thread), getPriority(thread)])).toEqual(
			threads.map(() => [0, gaveWay ? 0 : 10]),
		);
		expect((await readCpuTimes(pid))?.ran).toBeGreaterThan(0);
		child.kill("SIGKILL");
		await once(child, "exit");
		expect(await readCpuTimes(pid)).toBeNull();
		expect(await giveWay(pid)).toBe(false);
	},
);
