import type { ReactNode } from "react";

type SectionHeadProps = { id: string; eyebrow: string; heading: string; children?: ReactNode };

/** The heading of each section of the landing page. `id` names the section for `aria-labelledby`. */
export function SectionHead({ id, eyebrow, heading, children }: SectionHeadProps) {
	return (
		<div className="part-head">
			<p className="part-eyebrow">{eyebrow}</p>
			<h2 id={id} className="part-heading">
				{heading}
			</h2>
			{children && <p className="part-lead">{children}</p>}
		</div>
	);
}
