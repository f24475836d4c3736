import type { ReactNode } from "react";
import { Icon } from "../icons/icon.tsx";

type AccordionItemProps = {
	/** One of several items with the same name is open at a time, where the browser supports `name` on `details`. */
	name: string;
	title: ReactNode;
	open?: boolean;
	/** Inside the answer: a browser that navigates to the anchor opens the `details` that hides it. */
	id?: string;
	children: ReactNode;
};

/** A collapsible item: the browser's own `details`, so it needs no script and in-page search finds its text. */
export function AccordionItem({ name, title, open, id, children }: AccordionItemProps) {
	return (
		<details className="accordion" name={name} open={open}>
			<summary>
				{title}
				<Icon name="chevron-down" />
			</summary>
			<div className="accordion-answer" id={id}>
				{children}
			</div>
		</details>
	);
}
