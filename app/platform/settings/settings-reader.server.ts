/**
 * The functions by which the parts of the configuration read the environment; each problem is a sentence in Russian.
 */
export type SettingsReader = {
	/** The value of a variable; undefined where it is unset or empty. */
	set(name: string): string | undefined;
	/** An address without a slash at its end; undefined where it is unset, or is none, which is a problem. */
	address(name: string, byDefault?: string): string | undefined;
	problem(text: string): void;
};
