import type { ComponentPropsWithRef, ReactNode } from "react";
import { Icon } from "../icons/icon.tsx";

type CheckboxProps = Omit<ComponentPropsWithRef<"input">, "type" | "children"> & {
	name: string;
	error?: string;
	/** The label; it may hold links. */
	children: ReactNode;
};

/** A native checkbox: it posts `on` or its `value`, and needs no script. */
export function Checkbox({ name, id = name, error, children, ...rest }: CheckboxProps) {
	const errorId = `${id}-error`;
	const described = [rest["aria-describedby"], error && errorId].filter(Boolean).join(" ");
	return (
		<div>
			<label className="check" htmlFor={id}>
				<input
					{...rest}
					type="checkbox"
					id={id}
					name={name}
					aria-invalid={error ? true : undefined}
					aria-describedby={described || undefined}
				/>
				<span>{children}</span>
			</label>
			{error && (
				<p className="check-error" id={errorId}>
					<Icon name="alert-circle" />
					{error}
				</p>
			)}
		</div>
	);
}
