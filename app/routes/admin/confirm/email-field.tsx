import { TextField } from "../../../ui/field.tsx";
import { useFieldProblem } from "./confirm-fields.tsx";
import type { AdminFormState } from "./form-state.ts";

/** The e-mail address of somebody else; the browser does not offer the operator's own. */
export function EmailField({ label, state }: { label: string; state: AdminFormState | undefined }) {
	return (
		<TextField
			name="email"
			type="email"
			label={label}
			defaultValue={state?.values?.email}
			error={useFieldProblem(state)("email")}
			autoComplete="off"
			maxLength={254}
			required
		/>
	);
}
