import type { OwnersProof } from "../../../accounts/password/prove-owner.server.ts";

/** The proof of ownership that `OwnerFields` sends. */
export function proofOf(form: FormData): OwnersProof {
	const text = (name: string) => {
		const value = form.get(name);
		return typeof value === "string" ? value : "";
	};
	return { currentPassword: text("currentPassword"), code: text("code"), appCode: text("appCode") };
}
