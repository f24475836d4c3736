import { config } from "../../../platform/config.server.ts";
import { HIDDEN } from "../../../platform/redact.server.ts";
import { mayBeAt } from "../../../tools/address-guard.server.ts";
import type { Problem } from "../confirm/form-state.ts";

/** The problem of a typed address; null: none. Without TLS only inside, where that is allowed. */
export function addressProblem(address: string): Problem | null {
	const url = /^https?:\/\/[^\s]+$/.test(address) ? URL.parse(address) : null;
	// What a form shows in place of a key is no part of another address.
	const isOther = address.includes(HIDDEN);
	if (!url || isOther || address.length > 1_000 || /[#@]/.test(address)) return "address-wrong";
	if (!mayBeAt(address, config.allowPrivateTools)) return "tool-address-refused";
	return url.protocol === "https:" || config.allowPrivateTools ? null : "https-needed";
}
