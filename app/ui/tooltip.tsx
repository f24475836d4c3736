import { cloneElement, type ReactElement, useEffect, useId, useState } from "react";
import { classNames } from "./class-names.ts";

type TooltipProps = {
	text: string;
	/** To which edge of the control it keeps; the middle unless the control stands at the edge of the screen. */
	align?: "start" | "end";
	/** One control with a name of its own; the tooltip says more about it. */
	children: ReactElement<{ "aria-describedby"?: string; title?: string | undefined }>;
};

/**
 * A note about a control, for the pointer and for the keyboard. CSS shows it, so it needs no script; script only
 * lets Escape take it away (WCAG 1.4.13).
 */
export function Tooltip({ text, align, children }: TooltipProps) {
	const id = useId();
	const [near, setNear] = useState(false);
	const [dismissed, setDismissed] = useState(false);
	useEffect(() => {
		if (!near) return;
		const listen = ({ key }: KeyboardEvent) => key === "Escape" && setDismissed(true);
		document.addEventListener("keydown", listen);
		return () => document.removeEventListener("keydown", listen);
	}, [near]);
	const come = () => setNear(true);
	const leave = () => {
		setNear(false);
		setDismissed(false);
	};
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: it watches over the control in it and is none itself
		<span
			className={classNames("tooltip-of", align && `tooltip-${align}`)}
			data-dismissed={dismissed || undefined}
			onPointerEnter={come}
			onPointerLeave={leave}
			onFocus={come}
			onBlur={leave}
		>
			{/* The browser's own note would stand beside ours. */}
			{cloneElement(children, { "aria-describedby": id, title: undefined })}
			<span role="tooltip" id={id} className="tooltip">
				{text}
			</span>
		</span>
	);
}
