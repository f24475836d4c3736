import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
	define: { __BUILD_ID__: JSON.stringify("test") },
	test: {
		include: ["tests/**/*.test.{ts,tsx}"],
		exclude: ["tests/e2e/**", "tests/engines/**"],
		globalSetup: ["tests/support/setup/postgres.global-setup.ts"],
		setupFiles: [
			"tests/support/setup/data-dir.setup.ts",
			"tests/support/setup/console.setup.ts",
			"tests/support/setup/patience.setup.ts",
		],
		// On a busy machine a file waits longest: a process of low priority reads it, one after the other.
		expect: { poll: { timeout: 180_000 } },
		testTimeout: 600_000,
		hookTimeout: 600_000,
		// One more than there are cores, because tests spend much of their time waiting for processes and timers.
		maxWorkers: availableParallelism() + 1,
	},
});
