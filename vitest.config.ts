import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
	define: { __BUILD_ID__: JSON.stringify("test") },
	test: {
		include: ["tests/**/*.test.{ts,tsx}"],
		exclude: ["tests/e2e/**"],
		globalSetup: ["tests/support/setup/postgres.global-setup.ts"],
		setupFiles: [
			"tests/support/setup/data-dir.setup.ts",
			"tests/support/setup/console.setup.ts",
			"tests/support/setup/patience.setup.ts",
		],
		// What is waited for comes when it comes, on a busy machine later; its own second is too little.
		expect: { poll: { timeout: 30_000 } },
		testTimeout: 120_000,
		hookTimeout: 60_000,
		// Much of the time is waiting for instances and clocks: more than there are cores, also on a machine with two.
		maxWorkers: availableParallelism() + 1,
	},
});
