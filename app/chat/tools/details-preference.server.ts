import { preferenceCookie, readPreference } from "../../platform/http/preference.ts";

/** How reasoning and the list of steps stand in answers: folded, or shown open. */
export type DetailsPreference = "folded" | "open";

export const isDetailsPreference = (value: unknown): value is DetailsPreference =>
	value === "folded" || value === "open";

/** The choice that a person made in this browser, from the `Cookie` header. */
export const readDetailsPreference = (cookies: string | null): DetailsPreference =>
	readPreference(cookies, "d").find(isDetailsPreference) ?? "folded";

/** The `Set-Cookie` value that keeps the choice. `secure`: the site is served over https. */
export const detailsCookie = (details: DetailsPreference, secure: boolean): string =>
	preferenceCookie("d", details, secure);
