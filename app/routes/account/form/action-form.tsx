import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import { Button, type ButtonVariants } from "../../../ui/button.tsx";
import type { AccountFormState } from "../actions/action-state.ts";
import { useFocusOnProblem } from "./use-account-problems.ts";

type ActionFormProps = {
	/** Names the action. */
	intent: string;
	/** The action, where it has a page of its own to return to. */
	doing?: string;
	/** The state of this form, when it was returned. */
	state?: AccountFormState | undefined;
	className?: string;
	onReset?: () => void;
	children: ReactNode;
};

/** A form of this screen. With script there is no full load and the scroll position stays. */
export function ActionForm({ intent, doing, state, className, onReset, children }: ActionFormProps) {
	const form = useFocusOnProblem(state);
	const action = doing ? `/account?do=${doing}` : "/account";
	return (
		<Form
			ref={form}
			className={className}
			method="post"
			action={action}
			onReset={onReset}
			preventScrollReset
			noValidate
		>
			<input type="hidden" name="intent" value={intent} />
			{children}
		</Form>
	);
}

type ActionButtonProps = ButtonVariants & {
	intent: string;
	/** Identifies one of several similar forms. */
	fields?: Record<string, string>;
	label?: string;
	children: ReactNode;
};

/** An action that needs only a button. */
export function ActionButton({ intent, fields = {}, label, children, ...variants }: ActionButtonProps) {
	return (
		<ActionForm intent={intent}>
			{Object.entries(fields).map(([name, value]) => (
				<input key={name} type="hidden" name={name} value={value} />
			))}
			<Button {...variants} aria-label={label}>
				{children}
			</Button>
		</ActionForm>
	);
}

/** Whether the form of this action is being sent. */
export function useSending(intent: string): boolean {
	return useNavigation().formData?.get("intent") === intent;
}
