import type { ComponentPropsWithRef } from "react";

type ProgressProps = Omit<ComponentPropsWithRef<"progress">, "className" | "value" | "max"> & {
	label: string;
	/** The fraction done, from 0 to 1. */
	value: number;
};

/** A determinate progress bar. */
export function Progress({ label, value, ...rest }: ProgressProps) {
	return <progress {...rest} className="progress" max={1} value={value} aria-label={label} />;
}
