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
