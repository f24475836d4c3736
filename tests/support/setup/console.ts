import { vi } from "vitest";

/** What the test said it would print. */
export const announced: RegExp[] = [];

/** Announces one `console.error` that matches; unannounced ones fail the test, and so does one that does not come. */
export function expectConsoleError(pattern: RegExp): void {
	announced.push(pattern);
}

/** Stands in for `console.error` during a test. */
export const heard = vi.fn<(...words: unknown[]) => void>();
