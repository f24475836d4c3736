import type { ReactNode } from "react";

/** The bar at the top: flat, no elevation. It stays in view while the page goes by. */
export function AppBar({ children }: { children: ReactNode }) {
	return (
		<header className="appbar">
			<div className="page-wrap appbar-in">{children}</div>
		</header>
	);
}
