/**
 * The names of tools as GigaChat takes them: Latin letters and underscores, no digit and no hyphen. Two that would be
 * the same get letters at their ends.
 */
export class FunctionNames {
	readonly #theirs = new Map<string, string>();
	readonly #ours = new Map<string, string>();

	/** @param names those of the tools that are offered */
	constructor(names: readonly string[]) {
		for (const name of names) this.#add(name);
	}

	/** The name towards GigaChat, of a tool that is no longer offered too. */
	theirs(name: string): string {
		return this.#theirs.get(name) ?? this.#add(name);
	}

	/** Our name of what the model calls; what it has made up stays as it is. */
	ours(name: string): string {
		return this.#ours.get(name) ?? name;
	}

	#add(name: string): string {
		const known = this.#theirs.get(name);
		if (known) return known;
		const plain = name.replace(/[^A-Za-z_]/g, "_") || "_";
		let theirs = plain;
		for (let i = 0; this.#ours.has(theirs); i++) theirs = `${plain}_${letters(i)}`;
		this.#theirs.set(name, theirs);
		this.#ours.set(theirs, name);
		return theirs;
	}
}

/** a, b, … z, aa, ab … */
const letters = (i: number): string =>
	(i < 26 ? "" : letters(Math.floor(i / 26) - 1)) + String.fromCharCode(97 + (i % 26));
