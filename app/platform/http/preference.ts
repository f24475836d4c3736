const YEAR_SECONDS = 31_536_000;

/**
 * What a browser keeps of a choice, from the `Cookie` header. Under https it is in the `__Host-` cookie, which no
 * neighbouring site can plant, so that one goes first.
 */
export function readPreference(cookies: string | null, name: string): string[] {
	return [`__Host-${name}`, name].flatMap(
		(key) => new RegExp(`(?:^|;\\s*)${key}=([^;]*)`).exec(cookies ?? "")?.[1] ?? [],
	);
}

/** The `Set-Cookie` value that keeps a choice for a year. `secure`: the site is served over https. */
export function preferenceCookie(name: string, value: string, secure: boolean): string {
	const key = secure ? `__Host-${name}` : name;
	return `${key}=${value}; Path=/; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
}
