import { defineConfig } from "vitest/config";

/** The main journey in browsers of other engines against the built product. Run after a build. */
export default defineConfig({
	test: {
		include: ["tests/engines/**/*.test.ts"],
		// The default of one second is too short on a busy machine.
		expect: { poll: { timeout: 30_000 } },
		setupFiles: ["tests/support/setup/patience.setup.ts"],
		testTimeout: 180_000,
		hookTimeout: 120_000,
	},
});
