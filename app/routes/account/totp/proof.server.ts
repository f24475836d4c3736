import type { OwnersProof } from "../../../accounts/password/prove-owner.server.ts";

/** What `OwnerFields` sends. */
export function proofOf(form: FormData): OwnersProof {
	return {
		currentPassword: String(form.get("currentPassword") ?? ""),
		code: String(form.get("code") ?? ""),
	};
}
