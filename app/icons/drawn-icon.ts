import type { IconShape } from "./icon-set.ts";

/** An icon as we draw it: one path in one colour. */
export type DrawnIcon = { path: string; width: number; height: number };

/** Iconify's size of an icon that says nothing of it. */
const DEFAULT_SIDE = 16;

/**
 * The outlines alone, to be drawn by our own element. An icon's body is never set as HTML, wherever it comes
 * from: pages forbid that to scripts (Trusted Types), and icons of one colour lose nothing by it.
 */
export function drawn({ body, width = DEFAULT_SIDE, height = DEFAULT_SIDE }: IconShape): DrawnIcon {
	const paths = [...body.matchAll(/\sd="([^"]*)"/g)].map((match) => match[1]);
	return { path: paths.join(" "), width, height };
}
