import { expect, test } from "vitest";
import { CommitPace } from "../../../app/chat/answers/log/commit-pace.server.ts";

/** A pace whose event loop is busy as the test says. */
function paced() {
	const times = { active: 0, idle: 0 };
	const pace = new CommitPace(() => ({ ...times }));
	return {
		pace,
		/** Commits of 2 ms, one each 100 ms, while the loop is busy for this share of the time. */
		work: (share: number, commits: number, tookMs = 2) => {
			for (let i = 0; i < commits; i++) {
				times.active += 100 * share;
				times.idle += 100 * (1 - share);
				pace.committed(tookMs);
			}
		},
	};
}

test("the pause is short while the process has time, longer under load, and short again afterwards", () => {
	const { pace, work } = paced();
	expect(pace.pauseMs).toBe(5);
	work(0.5, 20);
	expect(pace.pauseMs).toBe(5);
	work(0.95, 3);
	expect(pace.pauseMs).toBeGreaterThan(8);
	work(0.95, 20);
	expect(pace.pauseMs).toBe(45);
	// No time is left: a longer pause gives some back, and is given back in turn.
	work(1, 20);
	expect(pace.pauseMs).toBe(250);
	work(0.95, 60);
	expect(pace.pauseMs).toBe(45);
	// Between the two limits it stays as it is, so it does not swing.
	work(0.85, 20);
	expect(pace.pauseMs).toBe(45);
	work(0.5, 30);
	expect(pace.pauseMs).toBe(5);
});

test("commits take at most half of the time, and none waits without end", () => {
	const { pace, work } = paced();
	work(0.3, 1, 100);
	expect(pace.pauseMs).toBe(100);
	work(0.3, 1, 2_000);
	expect(pace.pauseMs).toBe(400);
	work(0.3, 1);
	expect(pace.pauseMs).toBe(5);
});

test("one long commit alone is no load", () => {
	const times = { active: 0, idle: 0 };
	const pace = new CommitPace(() => ({ ...times }));
	for (let i = 0; i < 4; i++) {
		times.active += 10;
		pace.committed(2);
	}
	expect(pace.pauseMs).toBe(5);
});
