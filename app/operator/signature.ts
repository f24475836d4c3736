import type { Details } from "./details.ts";

/** Who sends a letter, for its foot, a line each: as much as the operator has filled in, and nothing made up. */
export function signatureOf(details: Details): string[] {
	const names = ["operator.fullName", "operator.ids", "operator.address", "operator.email"] as const;
	return names.flatMap((name) => details[name] ?? []);
}
