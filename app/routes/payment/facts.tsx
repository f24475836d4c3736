import type { ReactNode } from "react";

/** Names and values, one to a line. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
	return (
		<dl className="facts">
			{facts.map(([name, value]) => (
				<div key={name}>
					<dt>{name}</dt>
					<dd className="num">{value}</dd>
				</div>
			))}
		</dl>
	);
}
