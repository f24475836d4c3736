import type { ComponentPropsWithRef } from "react";
import { Icon } from "../icons/icon.tsx";
import { classNames } from "./class-names.ts";
import { describe, FieldFrame, type FieldTexts } from "./field-frame.tsx";

type SelectProps = Omit<ComponentPropsWithRef<"select">, "name"> & FieldTexts & { name: string };

/** A choice of a few, in the filled variant: a native select, so it works everywhere. `id` defaults to the name. */
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

/** A compact select without a label of its own: a separate one names it by `id`. */
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
