import { classNames } from "./class-names.ts";

/**
 * The place of something to come, in its shape. What holds it says `aria-busy`, and in words that it waits.
 * @param className how wide and high
 */
export function Skeleton({ className }: { className?: string }) {
	return <span className={classNames("skeleton", className)} aria-hidden="true" />;
}
