import { Link, type LinkProps } from "react-router";

/**
 * A link from one hydrated page to another: with a view transition, as between static pages, where the browser
 * supports it and motion is not reduced. Links within a screen are plain ones.
 */
export const TransitionLink = (props: Omit<LinkProps, "viewTransition">) => (
	<Link {...props} viewTransition={mayDissolve()} />
);

const mayDissolve = () =>
	typeof document !== "undefined" &&
	"startViewTransition" in document &&
	!matchMedia("(prefers-reduced-motion: reduce)").matches;
