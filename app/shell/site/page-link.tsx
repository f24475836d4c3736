import { Link, type LinkProps } from "react-router";

/**
 * A link from one application screen to another: the pages dissolve into each other, as between documents, where
 * the browser can do it and motion is welcome. Links within a screen are plain ones.
 */
export const PageLink = (props: Omit<LinkProps, "viewTransition">) => (
	<Link {...props} viewTransition={mayDissolve()} />
);

const mayDissolve = () =>
	typeof document !== "undefined" &&
	"startViewTransition" in document &&
	!matchMedia("(prefers-reduced-motion: reduce)").matches;
