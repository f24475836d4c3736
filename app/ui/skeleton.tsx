import { classNames } from "./class-names.ts";

/**
 * A placeholder in the shape of loading content. Its parent sets `aria-busy` and has a text for screen readers.
 * @param className sets width and height
 */
export function Skeleton({ className }: { className?: string }) {
	return <span className={classNames("skeleton", className)} aria-hidden="true" />;
}
