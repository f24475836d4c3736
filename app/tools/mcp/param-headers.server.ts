/** `1*tchar` of RFC 9110. */
const TOKEN = /^[!#$%&'*+.^_`|~\da-z-]+$/i;
const PRIMITIVE = new Set(["string", "integer", "boolean"]);
const PLAIN = /^[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?$/;

/** An argument that is mirrored into a header, by the path of properties that leads to it. */
export type ParamHeader = { name: string; path: string[] };

/**
 * The arguments of a tool that are mirrored into headers: `x-mcp-header` of the revision 2026-07-28.
 * @returns null: the schema breaks the rules of these headers, and its tool is not to be used
 */
export function paramHeaders(schema: Record<string, unknown>): ParamHeader[] | null {
	const found: ParamHeader[] = [];
	const isValid = look(schema, [], true, found);
	const names = found.map(({ name }) => name.toLowerCase());
	return isValid && new Set(names).size === names.length ? found : null;
}

/** @param isReachable whether only `properties` lead here */
function look(schema: unknown, path: string[], isReachable: boolean, found: ParamHeader[]): boolean {
	if (typeof schema !== "object" || schema === null) return true;
	if (Array.isArray(schema)) return schema.every((inner) => look(inner, path, false, found));
	const node = schema as Record<string, unknown>;
	if ("x-mcp-header" in node) {
		const name = node["x-mcp-header"];
		if (!isReachable || typeof name !== "string" || !TOKEN.test(name) || !PRIMITIVE.has(String(node.type)))
			return false;
		found.push({ name, path });
	}
	return Object.entries(node).every(([key, inner]) => {
		if (key !== "properties" || !isReachable) return look(inner, path, false, found);
		if (typeof inner !== "object" || inner === null) return true;
		return Object.entries(inner).every(([name, property]) => look(property, [...path, name], true, found));
	});
}

/** The headers of a call. */
export function headersOf(
	params: readonly ParamHeader[],
	args: Record<string, unknown>,
): Record<string, string> {
	const headers: Record<string, string> = {};
	for (const { name, path } of params) {
		const value = path.reduce<unknown>(
			(inner, key) =>
				typeof inner === "object" && inner !== null && Object.hasOwn(inner, key)
					? (inner as Record<string, unknown>)[key]
					: undefined,
			args,
		);
		if (typeof value === "string" || typeof value === "boolean" || Number.isSafeInteger(value))
			headers[`mcp-param-${name}`] = headerValue(String(value));
	}
	return headers;
}

/** A text as a header takes it: what is not plain ASCII is marked Base64. */
export function headerValue(text: string): string {
	const isMarked = text.startsWith("=?base64?") && text.endsWith("?=");
	return PLAIN.test(text) && !isMarked ? text : `=?base64?${Buffer.from(text).toString("base64")}?=`;
}
