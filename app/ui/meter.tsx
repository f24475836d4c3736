/** Nine tenths are used: worth a look. */
const NEARLY = 0.9;

/**
 * How much of an amount is used. A `<progress>`, for a bar of our own would need an inline style.
 * @param labelledBy the id of the words that say what is measured; without it they stand beside, and the bar is silent
 */
export function Meter({ used, of, labelledBy }: { used: number; of: number; labelledBy?: string }) {
	const tone = used >= of ? "error" : used >= of * NEARLY ? "warning" : undefined;
	return (
		<progress
			className="progress"
			data-tone={tone}
			max={Math.max(of, 1)}
			value={used}
			aria-labelledby={labelledBy}
			aria-hidden={labelledBy === undefined || undefined}
		/>
	);
}
