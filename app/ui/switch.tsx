import type { ComponentPropsWithRef, ReactNode } from "react";

type SwitchProps = Omit<ComponentPropsWithRef<"input">, "type" | "role" | "children"> & {
	name: string;
	help?: ReactNode;
	/** The label. */
	children: ReactNode;
};

/**
 * Takes effect at once. A native checkbox with the role of a switch: it posts `on` or its `value`, and needs no
 * script.
 */
export function Switch({ name, id = name, help, children, ...rest }: SwitchProps) {
	const helpId = `${id}-help`;
	return (
		<label className="switch-row" htmlFor={id}>
			<span>
				<span id={`${id}-label`}>{children}</span>
				{help && (
					<span className="switch-help" id={helpId}>
						{help}
					</span>
				)}
			</span>
			<input
				{...rest}
				type="checkbox"
				// biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says itself whether it is on
				role="switch"
				className="switch"
				id={id}
				name={name}
				aria-labelledby={`${id}-label`}
				aria-describedby={help ? helpId : undefined}
			/>
		</label>
	);
}
