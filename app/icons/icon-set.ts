/**
 * Icons as data, in the form of Iconify's API: the response of this site's service, what the browser stores, and what
 * another service of that form sends.
 */
export type IconShape = { body: string; width?: number | undefined; height?: number | undefined };

export type IconSet = {
	prefix: string;
	icons: Record<string, IconShape>;
	/** Default of the whole set for icons without a size of their own. Iconify's default is 16. */
	width?: number | undefined;
	height?: number | undefined;
	not_found?: string[];
};

/** The only supported set: Material Design Icons. */
export const ICON_PREFIX = "mdi";

/** Whether a name is well-formed; anything else is refused before the lookup. */
export const isIconName = (name: string) => name.length <= 64 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name);
