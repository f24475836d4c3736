import type { ReactNode } from "react";

/** The bar at the top: flat, no elevation. Sticky while the page scrolls. */
export function AppBar({ children }: { children: ReactNode }) {
	return (
		<header className="appbar">
			<div className="page-wrap appbar-in">{children}</div>
		</header>
	);
}
