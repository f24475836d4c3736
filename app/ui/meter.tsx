/** From nine tenths on the meter warns. */
const NEARLY = 0.9;

/**
 * How much of an amount is used. A `<progress>`, since a custom bar would need an inline style.
 * @param labelledBy the id of the text that says what is measured; without it the text is beside the meter, which is
 * hidden from screen readers
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
