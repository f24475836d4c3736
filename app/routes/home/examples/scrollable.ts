/**
 * Attributes of a scroll box that can be scrolled by keyboard; none without an accessible name. Where its content fits,
 * the script of static pages removes these attributes.
 */
export const scrollable = (label: string | undefined) =>
	label === undefined ? {} : ({ role: "group", tabIndex: 0, "aria-label": label } as const);
