import { redactAddress } from "../redact.server.ts";

export type Environment = Record<string, string | undefined>;

/**
 * The functions by which the parts of the configuration read the environment; each problem is a sentence in Russian.
 */
export type SettingsReader = {
	/** The value of a variable; undefined where it is unset or empty. */
	set(name: string): string | undefined;
	integer(name: string, byDefault: number, min: number, max: number): number;
	oneOf<const T extends string>(name: string, values: readonly T[], byDefault: T): T;
	flag(name: string, byDefault: "0" | "1"): boolean;
	/** An address without a slash at its end; undefined where it is unset, or is none, which is a problem. */
	address(name: string, byDefault?: string): string | undefined;
	/** Two variables that are set together; one alone is a problem. */
	pair(first: string, second: string): [string, string] | undefined;
	problem(text: string): void;
};

/** @param problem called with each sentence; the value is the default then */
export function settingsReader(env: Environment, problem: (text: string) => void): SettingsReader {
	const set = (name: string) => env[name]?.trim() || undefined;
	function oneOf<const T extends string>(name: string, values: readonly T[], byDefault: T): T {
		const raw = set(name);
		if (raw === undefined) return byDefault;
		const value = values.find((v) => v === raw);
		if (value) return value;
		problem(`${name}: возможны ${values.map((v) => `«${v}»`).join(", ")}, а стоит «${raw}».`);
		return byDefault;
	}
	return {
		set,
		oneOf,
		problem,
		flag: (name, byDefault) => oneOf(name, ["0", "1"], byDefault) === "1",
		integer(name, byDefault, min, max) {
			const raw = set(name);
			if (raw === undefined) return byDefault;
			const value = Number(raw);
			if (Number.isInteger(value) && value >= min && value <= max) return value;
			problem(`${name}: нужно целое число от ${min} до ${max}, а стоит «${raw}».`);
			return byDefault;
		},
		address(name, byDefault) {
			const raw = set(name) ?? byDefault;
			if (raw === undefined) return undefined;
			const url = URL.parse(raw);
			if (url && (url.protocol === "http:" || url.protocol === "https:")) return raw.replace(/\/+$/, "");
			problem(
				`${name}: нужен адрес, который начинается с http:// или https://, а стоит «${redactAddress(raw)}».`,
			);
			return undefined;
		},
		pair(first, second) {
			const [a, b] = [set(first), set(second)];
			if (a && b) return [a, b];
			if (a) problem(`${first} задан, а ${second} нет.`);
			if (b) problem(`${second} задан, а ${first} нет.`);
			return undefined;
		},
	};
}
