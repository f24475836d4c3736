/**
 * The environment of the code beside the language: a console. It is a script of the engine, whose value is a function
 * that takes the way out and returns how a value is written.
 */
export const PRELUDE = `(print) => {
	"use strict";
	const { stringify } = JSON;
	const plain = (_, value) => {
		if (typeof value === "bigint") return value + "n";
		if (typeof value === "number" && !Number.isFinite(value)) return String(value);
		if (value instanceof Map || value instanceof Set) return [...value];
		if (typeof value === "function") return "[function " + value.name + "]";
		return value;
	};
	const show = (value) => {
		if (typeof value === "string") return value;
		if (typeof value === "bigint") return value + "n";
		if (value instanceof Error) {
			const line = /code\\.js:(\\d+)/.exec(value.stack || "");
			return value.name + ": " + value.message + (line ? " (строка " + line[1] + ")" : "");
		}
		if (typeof value !== "object" || value === null) return String(value);
		try {
			return stringify(value, plain) ?? String(value);
		} catch {
			return String(value);
		}
	};
	const log = (...values) => print(values.map(show).join(" "));
	globalThis.console = { log, info: log, warn: log, error: log, debug: log, table: log, dir: log };
	return show;
}`;
