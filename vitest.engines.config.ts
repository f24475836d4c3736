import { defineConfig } from "vitest/config";

/** The main journey in browsers of other engines against the built product. Run after a build. */
export default defineConfig({
	test: {
		include: ["tests/engines/**/*.test.ts"],
		// As for all other tests: less is short on a busy machine.
		expect: { poll: { timeout: 180_000 } },
		setupFiles: ["tests/support/setup/patience.setup.ts"],
		testTimeout: 600_000,
		hookTimeout: 600_000,
	},
});
