const YEAR_SECONDS = 31_536_000;

/**
 * A preference stored in the browser, from the `Cookie` header. Under https it is in the `__Host-` cookie, which no
 * sibling domain can plant, so that one takes precedence.
 */
export function readPreference(cookies: string | null, name: string): string[] {
	return [`__Host-${name}`, name].flatMap(
		(key) => new RegExp(`(?:^|;\\s*)${key}=([^;]*)`).exec(cookies ?? "")?.[1] ?? [],
	);
}

/** The `Set-Cookie` value that stores a preference for a year. `secure`: the site is served over https. */
export function preferenceCookie(name: string, value: string, secure: boolean): string {
	const key = secure ? `__Host-${name}` : name;
	return `${key}=${value}; Path=/; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
}
