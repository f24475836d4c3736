import type { ComponentPropsWithRef } from "react";

type ProgressProps = Omit<ComponentPropsWithRef<"progress">, "className" | "value" | "max"> & {
	label: string;
	/** The fraction done, from 0 to 1. */
	value: number;
};

/** A determinate progress bar. */
export function Progress({ label, value, ...rest }: ProgressProps) {
	return <progress {...rest} className="progress" max={1} value={value} aria-label={label} />;
}

/** An indeterminate progress line at the edge of a loading element. */
export function ProgressLine({ label }: { label: string }) {
	return <div className="progress-line" role="progressbar" aria-label={label} />;
}

/** Share of the circle's length, of a hundred. */
const UNKNOWN = 25;

/** A small circular progress. Without a value it spins. Its lengths are attributes: an inline style is forbidden. */
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
