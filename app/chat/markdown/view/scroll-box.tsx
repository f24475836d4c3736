import { type ReactNode, useEffect, useRef, useState } from "react";

type Props = {
	as: "div" | "span" | "pre";
	/** What scrolls in it: the name of the group that it is then. */
	label: string;
	className?: string | undefined;
	children?: ReactNode;
};

/**
 * A box whose content may be wider than it is. Then it scrolls, and is a named Tab stop; otherwise it is neither.
 * Without script it cannot be measured, and counts as one that scrolls.
 */
export function ScrollBox({ as: Tag, label, className, children }: Props) {
	const box = useRef<HTMLElement | null>(null);
	const [scrolls, setScrolls] = useState(true);
	// After each rendering, which may have brought content, and whenever the box or its content changes its width.
	useEffect(() => setScrolls(isWide(box.current)));
	useEffect(() => {
		const element = box.current;
		if (!element) return;
		const sizes = new ResizeObserver(() => setScrolls(isWide(element)));
		sizes.observe(element);
		if (element.firstElementChild) sizes.observe(element.firstElementChild);
		return () => sizes.disconnect();
	}, []);
	return (
		<Tag
			ref={(element: HTMLElement | null) => {
				box.current = element;
			}}
			className={className}
			{...(scrolls && { tabIndex: 0, role: "group", "aria-label": label })}
		>
			{children}
		</Tag>
	);
}

const isWide = (box: HTMLElement | null) => box !== null && box.scrollWidth > box.clientWidth;
