/** Light by default (S-9.8); `system` follows the device. */
export type Theme = "light" | "dark" | "system";

/** What the browser paints its own frame with: the background of each theme (S-9.10). */
export const THEME_COLORS = { light: "#EFF4FB", dark: "#0F0E16" };

export const isTheme = (value: unknown): value is Theme =>
	value === "light" || value === "dark" || value === "system";

const YEAR_SECONDS = 31_536_000;

/**
 * The theme a person chose, from the `Cookie` header. Under https it is in the `__Host-` cookie, which no
 * neighbouring site can plant, so that one goes first.
 */
export function readTheme(cookies: string | null): Theme {
	for (const name of ["__Host-t", "t"]) {
		const value = new RegExp(`(?:^|;\\s*)${name}=([^;]*)`).exec(cookies ?? "")?.[1];
		if (isTheme(value)) return value;
	}
	return "light";
}

/** The `Set-Cookie` value that keeps the choice for a year. `secure`: the site is served over https. */
export function themeCookie(theme: Theme, secure: boolean): string {
	const name = secure ? "__Host-t" : "t";
	return `${name}=${theme}; Path=/; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
}
