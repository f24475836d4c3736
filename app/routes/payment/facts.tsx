import type { ReactNode } from "react";

type Fact = readonly [name: string, value: ReactNode, act?: ReactNode];

/** Names and values, one to a line. An act stands beside its name, so that the values keep one edge. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
	return (
		<dl className="facts">
			{facts.map(([name, value, act]) => (
				<div key={name}>
					<dt>
						{name}
						{act}
					</dt>
					<dd className="num">{value}</dd>
				</div>
			))}
		</dl>
	);
}
