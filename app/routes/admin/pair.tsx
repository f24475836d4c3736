import type { ReactNode } from "react";

/** A name with its value; in a list of the class `pairs`. */
export function Pair({ name, children }: { name: string; children: ReactNode }) {
	return (
		<div>
			<dt>{name}</dt>
			<dd>{children}</dd>
		</div>
	);
}
