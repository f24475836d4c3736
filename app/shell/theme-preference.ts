import { preferenceCookie, readPreference } from "../platform/http/preference.ts";

/** Light by default (S-9.8); `system` follows the device. */
export type Theme = "light" | "dark" | "system";

/** `theme-color` of the browser's own interface: the background of each theme (S-9.10). */
export const THEME_COLORS = { light: "#EFF4FB", dark: "#0F0E16" };

export const isTheme = (value: unknown): value is Theme =>
	value === "light" || value === "dark" || value === "system";

/** The theme a person chose, from the `Cookie` header. */
export const readTheme = (cookies: string | null): Theme =>
	readPreference(cookies, "t").find(isTheme) ?? "light";

/** The `Set-Cookie` value that keeps the theme. `secure`: the site is served over https. */
export const themeCookie = (theme: Theme, secure: boolean): string => preferenceCookie("t", theme, secure);
