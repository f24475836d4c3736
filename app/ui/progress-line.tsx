/** An indeterminate progress line at the edge of a loading element. */
export function ProgressLine({ label }: { label: string }) {
	return <div className="progress-line" role="progressbar" aria-label={label} />;
}
