import { type ReactNode, useId } from "react";

/** A section of the page: a heading, a lead, the components. */
export function Section({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
	const id = useId();
	return (
		<section className="mt-14" aria-labelledby={id}>
			<h2 id={id} className="text-h3">
				{title}
			</h2>
			{lead && <p className="mt-1 max-w-3xl text-text-2 text-ui">{lead}</p>}
			<div className="mt-5">{children}</div>
		</section>
	);
}

/** A component with the name of its state above it. */
export function Sample({ name, children }: { name: string; children: ReactNode }) {
	return (
		<div>
			<p className="mb-1.5 text-caption text-text-3">{name}</p>
			{children}
		</div>
	);
}
