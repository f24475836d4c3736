import { defineConfig } from "vitest/config";

/** Journeys in a real browser against the built product. Run after a build. */
export default defineConfig({
	test: {
		include: ["tests/e2e/**/*.test.ts"],
		// On a busy machine a file waits longest: a process of low priority reads it, one after the other.
		expect: { poll: { timeout: 180_000 } },
		// Several servers have a PostgreSQL in common: `E2E_SERVERS=3`.
		globalSetup: process.env.E2E_SERVERS ? ["tests/support/setup/postgres.global-setup.ts"] : [],
		setupFiles: ["tests/support/setup/patience.setup.ts"],
		testTimeout: 600_000,
		hookTimeout: 600_000,
		// Each worker has a browser, each file a server: a small machine can run two at a time.
		maxWorkers: 2,
		// The files of a worker share its browser (tests/e2e/support/world.ts); none of them mocks a module.
		isolate: false,
	},
});
