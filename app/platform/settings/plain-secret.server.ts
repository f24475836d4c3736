const SECRET = /authorization|cookie|key|token|secret|password/i;

/** What a section says of a server that is asked with further values; `{ env }` names a variable that has one. */
type Asked = { headers?: Record<string, unknown>; env?: Record<string, unknown> };

/**
 * A value that looks like a secret and stands in the text itself, not in a variable.
 * @returns its name; null: there is none
 */
export function plainSecretOf(servers: readonly Asked[]): string | null {
	const values = servers.flatMap(({ headers = {}, env = {} }) => [
		...Object.entries(headers),
		...Object.entries(env),
	]);
	return values.find(([name, value]) => typeof value === "string" && SECRET.test(name))?.[0] ?? null;
}
