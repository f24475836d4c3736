import type { ComponentPropsWithRef } from "react";

type ProgressProps = Omit<ComponentPropsWithRef<"progress">, "className" | "value" | "max"> & {
	label: string;
	/** How much is done, from 0 to 1. */
	value: number;
};

/** How far something has come. */
export function Progress({ label, value, ...rest }: ProgressProps) {
	return <progress {...rest} className="progress" max={1} value={value} aria-label={label} />;
}

/** Something is on its way, and nobody knows how far: a line at the edge of what waits. */
export function ProgressLine({ label }: { label: string }) {
	return <div className="progress-line" role="progressbar" aria-label={label} />;
}

/** Of the circle's length; the SVG counts it as a hundred. */
const UNKNOWN = 25;

/** The same in little room. Without a value it turns. Its lengths are attributes: an inline style is forbidden. */
export function ProgressCircle({ label, value }: { label: string; value?: number }) {
	const percent = value === undefined ? undefined : Math.round(Math.min(1, Math.max(0, value)) * 100);
	const known = percent !== undefined && {
		"aria-valuemin": 0,
		"aria-valuemax": 100,
		"aria-valuenow": percent,
	};
	const circle = { cx: 22, cy: 22, r: 20 };
	return (
		<svg className="progress-circle" viewBox="0 0 44 44" role="progressbar" aria-label={label} {...known}>
			<circle {...circle} />
			{percent !== 0 && <circle {...circle} pathLength={100} strokeDasharray={`${percent ?? UNKNOWN} 100`} />}
		</svg>
	);
}
