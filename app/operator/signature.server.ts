import type { Details } from "./details.server.ts";

/** The operator's signature at the foot of an e-mail, a line each: only what is filled in. */
export function signatureOf(details: Details): string[] {
	const names = ["operator.fullName", "operator.ids", "operator.address", "operator.email"] as const;
	return names.flatMap((name) => details[name] ?? []);
}

/** The sender of an advertisement in a line: name and state registration numbers. Null: one of them is not given. */
export function senderOf(details: Details): string | null {
	const [name, ids] = [details["operator.fullName"], details["operator.ids"]];
	return name && ids ? `${name}, ${ids}` : null;
}
