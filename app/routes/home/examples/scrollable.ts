/** Attributes that make a scroll box reachable by keyboard; none without an accessible name. */
export const scrollable = (label: string | undefined) =>
	label === undefined ? {} : ({ role: "region", tabIndex: 0, "aria-label": label } as const);
