import { preferenceCookie, readPreference } from "../../../platform/http/preference.ts";

/** The sidebar of a wide screen: a column, or a drawer as on a narrow one. */
export type PanelState = "pinned" | "folded";

export const isPanelState = (value: unknown): value is PanelState => value === "pinned" || value === "folded";

/** Whether the user has collapsed the sidebar, from the `Cookie` header. */
export const isPanelFolded = (cookies: string | null): boolean =>
	readPreference(cookies, "p").find(isPanelState) === "folded";

/** The `Set-Cookie` value that stores the state of the sidebar. `secure`: the site is served over https. */
export const panelCookie = (state: PanelState, secure: boolean): string =>
	preferenceCookie("p", state, secure);
