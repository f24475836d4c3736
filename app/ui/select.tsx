import type { ComponentPropsWithRef } from "react";
import { Icon } from "../icons/icon.tsx";
import { classNames } from "./class-names.ts";
import { describe, FieldFrame, type FieldWords } from "./field-frame.tsx";

type SelectProps = Omit<ComponentPropsWithRef<"select">, "name"> & FieldWords & { name: string };

/** One of a few, in the filled variant: the browser's own list, so it works everywhere. `id` is the name unless given. */
export function Select({ name, id = name, label, error, help, className, children, ...rest }: SelectProps) {
	return (
		<FieldFrame
			{...{ id, label, error, help, className }}
			after={<Icon name="chevron-down" className="field-chevron" />}
		>
			<select {...rest} {...describe(id, { error, help })} className="input" id={id} name={name}>
				{children}
			</select>
		</FieldFrame>
	);
}

type CompactSelectProps = ComponentPropsWithRef<"select"> & { id: string; name: string };

/** The same, lower and without a label of its own: one stands beside it and names it by `id`. */
export function CompactSelect({ className, children, ...rest }: CompactSelectProps) {
	return (
		<div className={classNames("field field-compact", className)}>
			<div className="field-box">
				<select {...rest} className="input num">
					{children}
				</select>
				<Icon name="chevron-down" className="field-chevron" />
			</div>
		</div>
	);
}
