import type { Details } from "./details.server.ts";

/** The operator's signature at the foot of an e-mail, a line each: only what is filled in. */
export function signatureOf(details: Details): string[] {
	const names = ["operator.fullName", "operator.ids", "operator.address", "operator.email"] as const;
	return names.flatMap((name) => details[name] ?? []);
}
