import type { ReactNode } from "react";
import { Icon } from "../icons/icon.tsx";

type AccordionItemProps = {
	/** Of those with the same name one is open at a time, where the browser knows `name` on `details`. */
	name: string;
	title: ReactNode;
	open?: boolean;
	/** Lies within the answer: a browser that is led to it by an address opens what hides it. */
	id?: string;
	children: ReactNode;
};

/** A line that opens: the browser's own `details`, so it needs no script and is found by a search in the page. */
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
