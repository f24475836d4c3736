import { cloneElement, type ReactElement, useEffect, useId, useState } from "react";
import { classNames } from "./class-names.ts";

type TooltipProps = {
	text: string;
	/** The edge of the control that it is aligned to; centred unless the control is at the edge of the screen. */
	align?: "start" | "end";
	/** One control with an accessible name; the tooltip adds a description. */
	children: ReactElement<{ "aria-describedby"?: string; title?: string | undefined }>;
};

/**
 * A tooltip of a control, on hover and on keyboard focus. CSS shows it, so it needs no script; script only lets
 * Escape dismiss it (WCAG 1.4.13).
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
	const show = () => setNear(true);
	const hide = () => {
		setNear(false);
		setDismissed(false);
	};
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: it watches over the control in it and is none itself
		<span
			className={classNames("tooltip-of", align && `tooltip-${align}`)}
			data-dismissed={dismissed || undefined}
			onPointerEnter={show}
			onPointerLeave={hide}
			onFocus={show}
			onBlur={hide}
		>
			{/* Otherwise the browser's own tooltip would be shown too. */}
			{cloneElement(children, { "aria-describedby": id, title: undefined })}
			<span role="tooltip" id={id} className="tooltip">
				{text}
			</span>
		</span>
	);
}
