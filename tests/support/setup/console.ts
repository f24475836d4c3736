import { vi } from "vitest";

/** What the test said it would print. */
export const expectedErrors: RegExp[] = [];

/** Announces one `console.error` that matches; unannounced ones fail the test, and so does one that does not come. */
export function expectConsoleError(pattern: RegExp): void {
	expectedErrors.push(pattern);
}

/** Stands in for `console.error` during a test. */
export const consoleError = vi.fn<(...words: unknown[]) => void>();
