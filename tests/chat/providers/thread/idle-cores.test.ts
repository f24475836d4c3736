import { expect, test } from "vitest";
import { IdleCores } from "../../../../app/chat/providers/thread/idle-cores.server.ts";

/** Two cores, of which so many ticks were work and so many not. */
const stat = (busy: number, idle: number, waiting = 0) =>
	`cpu  ${busy} 0 0 ${idle} ${waiting} 0 0 0 0 0\ncpu0 1 0 0 1 0 0 0 0 0 0\ncpu1 1 0 0 1 0 0 0 0 0 0\nintr 5\n`;

test("what was idle in the last second, in cores; waiting for the disk is no work", () => {
	let [now, text] = [0, stat(1_000, 1_000)];
	const idle = new IdleCores(
		() => text,
		() => now,
	);
	expect(idle.count).toBe(0);
	[now, text] = [1_000, stat(1_150, 1_030, 20)];
	expect(idle.count).toBe(0.5);
	// Within a second the kernel is not asked again.
	[now, text] = [1_900, stat(1_150, 1_180, 20)];
	expect(idle.count).toBe(0.5);
	now = 2_000;
	expect(idle.count).toBe(2);
});

test("a system that does not say has room", () => {
	expect(new IdleCores(() => undefined).count).toBe(Number.POSITIVE_INFINITY);
	expect(new IdleCores(() => "nothing of the kind").count).toBe(Number.POSITIVE_INFINITY);
});

test("this machine's kernel is understood where it has /proc/stat", () => {
	let now = 0;
	const idle = new IdleCores(undefined, () => now);
	now = 2_000;
	expect(idle.count).toBeGreaterThanOrEqual(0);
});
