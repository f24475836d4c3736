/** Deeper than arguments, schemas and results of honest tools are; far less than a recursive program can walk. */
const MOST_LEVELS = 100;

/**
 * Whether a value that was read from JSON is nested deeper than anything that walks it can bear: `JSON.parse` takes any
 * depth, `JSON.stringify` and every recursive function end with a stack overflow.
 */
export function isTooDeep(value: unknown, levels = MOST_LEVELS): boolean {
	if (typeof value !== "object" || value === null) return false;
	return levels === 0 || Object.values(value).some((inner) => isTooDeep(inner, levels - 1));
}
