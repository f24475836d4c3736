import { createContext } from "react";

/** The address of the operator's own logo, for the whole page; null: the program's own is drawn. */
export const LogoAddress = createContext<string | null>(null);
