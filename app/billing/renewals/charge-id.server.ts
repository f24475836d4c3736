import { createHash } from "node:crypto";

/** The namespace of these ids (RFC 9562, 5.5); a random UUID. */
const NAMESPACE = Buffer.from("6d0c0a3e8f5b4c0f9d2f1b7c52a4e913", "hex");

/**
 * The id of a charge, which is its idempotence key too: the same attempt always has the same one, so a process that
 * makes it again makes the same payment.
 * @param attempt from 1
 */
export function chargeId(renewalId: string, paidUntil: number, attempt: number): string {
	const hash = createHash("sha1").update(NAMESPACE).update(`${renewalId} ${paidUntil} ${attempt}`).digest();
	hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50;
	hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
	const hex = hash.toString("hex", 0, 16);
	return [
		[0, 8],
		[8, 12],
		[12, 16],
		[16, 20],
		[20, 32],
	]
		.map(([from, to]) => hex.slice(from, to))
		.join("-");
}
