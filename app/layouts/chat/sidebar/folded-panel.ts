import { preferenceCookie, readPreference } from "../../../platform/http/preference.ts";

/** The sidebar of a wide screen: a column, or a drawer as on a narrow one. */
export type PanelPlace = "pinned" | "folded";

export const isPanelPlace = (value: unknown): value is PanelPlace => value === "pinned" || value === "folded";

/** Whether the user has collapsed it, from the `Cookie` header. */
export const isPanelFolded = (cookies: string | null): boolean =>
	readPreference(cookies, "p").find(isPanelPlace) === "folded";

/** The `Set-Cookie` value that stores its state. `secure`: the site is served over https. */
export const panelCookie = (place: PanelPlace, secure: boolean): string =>
	preferenceCookie("p", place, secure);
