/** The length of displayed reasoning, in UTF-16 units: it is collapsed, and nobody reads more. */
const REASONING_SHOWN = 60_000;

/** The reasoning, cut with an ellipsis at the display limit. */
export const beginningOf = (text: string): string =>
	text.length <= REASONING_SHOWN
		? text
		: `${text.slice(0, REASONING_SHOWN).replace(/[\ud800-\udbff]$/, "")}…`;
