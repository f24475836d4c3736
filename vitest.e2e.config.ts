import { defineConfig } from "vitest/config";

/** Journeys in a real browser against the built product. Run after a build. */
export default defineConfig({
	test: {
		include: ["tests/e2e/**/*.test.ts"],
		// What is waited for comes when it comes, on a busy machine later; its own second is too little.
		expect: { poll: { timeout: 30_000 } },
		setupFiles: ["tests/support/setup/patience.setup.ts"],
		testTimeout: 180_000,
		hookTimeout: 120_000,
		// Each file starts a server and a browser of its own: two at a time are what a small machine bears.
		maxWorkers: 2,
	},
});
