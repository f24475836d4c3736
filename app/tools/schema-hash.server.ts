import { createHash } from "node:crypto";
import type { Tool } from "./tool.server.ts";

/** Identifies what a person has consented to; the order of the keys in a schema means nothing. */
export function hashSchema({
	name,
	description,
	parameters,
}: Pick<Tool, "name" | "description" | "parameters">): string {
	return createHash("sha256")
		.update(JSON.stringify([name, description, sorted(parameters)]))
		.digest("base64url");
}

function sorted(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(sorted);
	if (typeof value !== "object" || value === null) return value;
	const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
	return entries.map(([key, inner]) => [key, sorted(inner)]);
}
