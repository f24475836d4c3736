/** So much of a reasoning is shown, in UTF-16 units: it is folded away, and nobody reads more. */
const REASONING_SHOWN = 60_000;

/** The reasoning, or its beginning and an ellipsis. */
export const beginningOf = (text: string): string =>
	text.length <= REASONING_SHOWN
		? text
		: `${text.slice(0, REASONING_SHOWN).replace(/[\ud800-\udbff]$/, "")}…`;
