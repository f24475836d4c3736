import type { IconShape } from "./icon-set.ts";

/** An icon as it is rendered: one path in one colour. */
export type DrawnIcon = { path: string; width: number; height: number };

/** Iconify's default size of an icon. */
const DEFAULT_SIDE = 16;

/**
 * Extracts the paths, to be rendered by the application's own element. An icon's body is never set as HTML, wherever
 * it comes from: Trusted Types forbid that, and icons of one colour need nothing else.
 */
export function drawn({ body, width = DEFAULT_SIDE, height = DEFAULT_SIDE }: IconShape): DrawnIcon {
	const paths = [...body.matchAll(/\sd="([^"]*)"/g)].map((match) => match[1]);
	return { path: paths.join(" "), width, height };
}
