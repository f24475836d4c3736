import { isTooDeep } from "../../../tools/nesting.server.ts";

/**
 * The arguments of a call as an object; undefined: the model wrote something else, or nested it too deeply. None at all
 * are an empty object.
 */
export function readArguments(text: string): Record<string, unknown> | undefined {
	if (text.trim() === "") return {};
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === "object" && value !== null && !Array.isArray(value) && !isTooDeep(value)
			? (value as Record<string, unknown>)
			: undefined;
	} catch {
		return undefined;
	}
}

/** The identity of a call: the tool, and its arguments in whatever order they were written. */
export function signatureOf(tool: string, args: string): string {
	const read = readArguments(args);
	return `${tool} ${read ? JSON.stringify(sorted(read)) : args}`;
}

function sorted(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(sorted);
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(
		Object.entries(value)
			.toSorted(([a], [b]) => (a < b ? -1 : 1))
			.map(([name, one]) => [name, sorted(one)]),
	);
}
