import { expect, test } from "vitest";
import { MemoryWatermark } from "../../app/platform/memory-watermark.server.ts";

const MB = 1024 ** 2;

function watermark(limit: number | null) {
	const readings = { occupied: 0, heapShare: 0, now: 0, asked: 0 };
	const changes: boolean[] = [];
	const memory = new MemoryWatermark(limit, (isShort) => changes.push(isShort), {
		occupied: () => {
			readings.asked++;
			return readings.occupied;
		},
		heapShare: () => readings.heapShare,
		now: () => readings.now,
	});
	const at = (occupied: number, heapShare = 0) => {
		readings.now += 1_000;
		Object.assign(readings, { occupied, heapShare });
		return memory.isShort;
	};
	return { memory, readings, changes, at };
}

test("memory is short from the watermark on, and calm again a little below it; each change is told once", () => {
	const { at, changes } = watermark(1_000 * MB);
	expect([at(900 * MB), at(1_000 * MB), at(960 * MB), at(940 * MB), at(990 * MB)]).toEqual([
		false,
		true,
		true,
		false,
		false,
	]);
	expect(changes).toEqual([true, false]);
	// The heap ends the process as well.
	expect(at(100 * MB, 0.95)).toBe(true);
});

test("a burst asks the system once", () => {
	const { memory, readings } = watermark(1_000 * MB);
	for (let i = 0; i < 100; i++) expect(memory.isShort).toBe(false);
	expect(readings.asked).toBe(1);
});

test("without a setting it is a part of what there is, and this process is far from it", () => {
	const memory = new MemoryWatermark(null);
	expect(memory.limitBytes).toBeGreaterThan(100 * MB);
	expect(memory.isShort).toBe(false);
});
