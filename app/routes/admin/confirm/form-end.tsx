import type { ReactNode } from "react";
import { Button, type ButtonVariants } from "../../../ui/button.tsx";
import { ProofFields, SendCode } from "./confirm-fields.tsx";
import type { AdminFormState, ProofNeeded } from "./form-state.ts";

export type FormButton = { label: string; pendingLabel: string; variant?: ButtonVariants["variant"] };

type FormEndProps = {
	button: FormButton;
	state: AdminFormState | undefined;
	/** The proofs that the actor has to give. */
	needed: ProofNeeded;
	/** Other buttons, and the way back. */
	children?: ReactNode;
};

/** The end of a form of staff: the proofs and the buttons, first the one that Enter presses. */
export function FormEnd({ button, state, needed, children }: FormEndProps) {
	return (
		<>
			<ProofFields state={state} needed={needed} />
			<div className="form-acts">
				<Button variant={button.variant ?? "primary"} pendingLabel={button.pendingLabel}>
					{button.label}
				</Button>
				{children}
				<SendCode needed={needed} />
			</div>
		</>
	);
}
