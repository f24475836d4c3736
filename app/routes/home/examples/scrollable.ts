/** What makes a box that scrolls by itself reachable by keyboard; nothing without a name for it. */
export const scrollable = (label: string | undefined) =>
	label === undefined ? {} : ({ role: "region", tabIndex: 0, "aria-label": label } as const);
