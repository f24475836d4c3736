import { type ReactNode, useEffect, useRef, useState } from "react";

type Props = {
	as: "div" | "span" | "pre";
	/** The name of the group that the box is while it scrolls: its content. */
	label: string;
	className?: string | undefined;
	dir?: "auto" | undefined;
	children?: ReactNode;
};

/** Heights are rounded, so a box that fits may say one pixel more than it has; and one may hide what sticks out. */
const doesScroll = (box: HTMLElement): boolean =>
	box.scrollWidth > box.clientWidth ||
	(box.scrollHeight > box.clientHeight + 1 && getComputedStyle(box).overflowY !== "hidden");

/**
 * A box whose content may be wider than it is, or higher, where it has a limit. Then it scrolls, and is a named Tab stop; otherwise it is neither.
 * Without script it cannot be measured, and counts as one that scrolls.
 */
export function ScrollBox({ as: Tag, label, className, dir, children }: Props) {
	const box = useRef<HTMLElement | null>(null);
	const [scrolls, setScrolls] = useState(true);
	// Told after the layout of a frame, when it costs nothing to ask: while an answer is written, asking after each
	// rendering would lay the page out once more.
	useEffect(() => {
		const element = box.current;
		if (!element) return;
		let content: Element | null = null;
		const sizes = new ResizeObserver(() => {
			if (content !== element.firstElementChild) {
				if (content) sizes.unobserve(content);
				content = element.firstElementChild;
				if (content) sizes.observe(content);
			}
			setScrolls(doesScroll(element));
		});
		sizes.observe(element);
		return () => sizes.disconnect();
	}, []);
	return (
		<Tag
			ref={(element: HTMLElement | null) => {
				box.current = element;
			}}
			className={className}
			dir={dir}
			{...(scrolls && { tabIndex: 0, role: "group", "aria-label": label })}
		>
			{children}
		</Tag>
	);
}
