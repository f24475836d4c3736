import { type ReactNode, useId } from "react";
import { Card, CardTitle } from "../../ui/card.tsx";

type SectionProps = { title: string; flush?: boolean; children: ReactNode };

/** A card with a heading that names it; `flush`: its content reaches the edges, a table. */
export function Section({ title, flush, children }: SectionProps) {
	const id = useId();
	return (
		<Card padding="none" aria-labelledby={id}>
			<div className="sec-head">
				<CardTitle id={id}>{title}</CardTitle>
			</div>
			{flush ? children : <div className="sec-body">{children}</div>}
		</Card>
	);
}
