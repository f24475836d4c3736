import { defineConfig } from "vitest/config";

/** Journeys in a real browser against the built product. Run after a build. */
export default defineConfig({
	test: {
		include: ["tests/e2e/**/*.test.ts"],
		// The default of one second is too short on a busy machine.
		expect: { poll: { timeout: 60_000 } },
		setupFiles: ["tests/support/setup/patience.setup.ts"],
		testTimeout: 300_000,
		hookTimeout: 300_000,
		// Each file starts a server and a browser of its own: a small machine can run two at a time.
		maxWorkers: 2,
	},
});
