import type { ComponentPropsWithRef, ReactNode } from "react";
import type { IconName } from "../icons/icon.tsx";
import { describe, FieldFrame, type FieldTexts } from "./field-frame.tsx";
import { PasswordEye } from "./password-eye.tsx";
import { PasswordStrength } from "./password-strength.tsx";
import { measureField } from "./static-page/password-strength.ts";

type Named = FieldTexts & { name: string };

type TextFieldProps = Omit<ComponentPropsWithRef<"input">, "placeholder" | "type"> &
	Named & {
		type?: "text" | "email" | "search" | "tel" | "url" | "number" | "date" | "month" | "datetime-local";
		icon?: IconName;
	};

/** One line of text in the filled variant. `id` is the name unless given. */
export function TextField({ name, id = name, label, error, help, icon, className, ...rest }: TextFieldProps) {
	return (
		<FieldFrame {...{ id, label, error, help, icon, className }}>
			<input
				type="text"
				{...rest}
				{...describe(id, { error, help })}
				className="input"
				id={id}
				name={name}
				placeholder=" "
			/>
		</FieldFrame>
	);
}

type TextAreaProps = Omit<ComponentPropsWithRef<"textarea">, "placeholder"> & Named;

/** Several lines of text in the filled variant. */
export function TextArea({ name, id = name, label, error, help, className, ...rest }: TextAreaProps) {
	return (
		<FieldFrame {...{ id, label, error, help, className }}>
			<textarea
				{...rest}
				{...describe(id, { error, help })}
				className="input"
				id={id}
				name={name}
				placeholder=" "
			/>
		</FieldFrame>
	);
}

type PasswordFieldProps = Omit<ComponentPropsWithRef<"input">, "placeholder" | "type" | "autoComplete"> & {
	name: string;
	label: string;
	autoComplete: "current-password" | "new-password";
	error?: string | undefined;
	help?: ReactNode;
	/** Shows how good a new password is while it is typed. */
	strength?: boolean;
};

/** A password in the filled variant, with an eye. */
export function PasswordField(props: PasswordFieldProps) {
	const { name, id = name, label, error, help, strength, className, ...rest } = props;
	return (
		<FieldFrame
			{...{ id, label, error, help, className }}
			after={<PasswordEye fieldId={id} />}
			below={strength && <PasswordStrength fieldId={id} />}
		>
			<input
				onInput={strength ? (event) => measureField(event.currentTarget) : undefined}
				{...rest}
				{...describe(id, { error, help })}
				className="input"
				type="password"
				id={id}
				name={name}
				placeholder=" "
				autoCapitalize="off"
				spellCheck={false}
			/>
		</FieldFrame>
	);
}
