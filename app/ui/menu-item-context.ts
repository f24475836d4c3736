import { createContext, type ReactElement } from "react";

/** The headless library's item, passed by context so that using `MenuItem` does not load the library. */
export const MenuItemContext = createContext<((props: { children: ReactElement }) => ReactElement) | null>(
	null,
);
