import { expect, test } from "vitest";
import { flatness } from "../../bin/bench/soak/memory.ts";

const samples = (mb: (minute: number) => number) =>
	Array.from({ length: 900 }, (_, i) => ({ minute: 5 + i / 60, mb: mb(5 + i / 60) }));

test("constant memory is flat, whatever garbage is in between; growing memory is not", () => {
	const still = flatness(samples((minute) => 300 + ((minute * 60) % 7) * 5));
	expect(still.slope).toBeCloseTo(0, 0);
	expect(still.ratio).toBeCloseTo(1, 1);
	const growing = flatness(samples((minute) => 300 + minute * 10));
	expect(growing.slope).toBeCloseTo(10, 5);
	expect(growing.ratio).toBeGreaterThan(1.3);
});
