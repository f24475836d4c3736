import { vi } from "vitest";

/** The console errors that the test expects. */
export const expectedErrors: RegExp[] = [];

/** Expects one `console.error` that matches; unexpected ones fail the test, and so does a missing one. */
export function expectConsoleError(pattern: RegExp): void {
	expectedErrors.push(pattern);
}

/** Stands in for `console.error` during a test. */
export const consoleError = vi.fn<(...args: unknown[]) => void>();
