/**
 * Icons as data, in the form of Iconify's API: what our own service answers, what the browser keeps, and what
 * another service of that form sends.
 */
export type IconShape = { body: string; width?: number | undefined; height?: number | undefined };

export type IconSet = {
	prefix: string;
	icons: Record<string, IconShape>;
	/** Of the whole set, where an icon says nothing of its own. Iconify's default is 16. */
	width?: number | undefined;
	height?: number | undefined;
	not_found?: string[];
};

/** The only set there is: Material Design Icons. */
export const ICON_PREFIX = "mdi";

/** A name that can be asked for at all; anything else is refused before it is looked for. */
export const isIconName = (name: string) => name.length <= 64 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name);
