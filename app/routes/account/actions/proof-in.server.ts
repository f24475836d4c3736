import type { OwnersProof } from "../../../accounts/password/prove-owner.server.ts";

/** What `OwnerFields` have sent. */
export function proofIn(form: FormData): OwnersProof {
	const text = (name: string) => {
		const value = form.get(name);
		return typeof value === "string" ? value : "";
	};
	return { currentPassword: text("currentPassword"), code: text("code") };
}
