/** The name of the account's id: what is stored is of that account. */
export const OWNER = "drafts of";

/**
 * Values of this tab alone, by name. `sessionStorage` keeps them when the tab is loaded anew; a tab that is a duplicate
 * of another begins with the same.
 */
export class TabMap<Value> {
	readonly #slot: string;
	readonly #counts: (name: string) => boolean;
	#values: Map<string, Value> | undefined;

	/** @param counts whether what was kept under a name still counts when the tab has been loaded anew */
	constructor(slot: string, counts = (_name: string) => true) {
		this.#slot = slot;
		this.#counts = counts;
	}

	get(name: string): Value | undefined {
		return this.#read().get(name);
	}

	set(name: string, value: Value): void {
		this.#read().set(name, value);
		this.#keep();
	}

	delete(name: string): void {
		if (this.#read().delete(name)) this.#keep();
	}

	clear(): void {
		this.#read().clear();
		this.#keep();
	}

	#read(): Map<string, Value> {
		if (this.#values) return this.#values;
		this.#values = new Map();
		try {
			const kept: [string, Value][] = JSON.parse(sessionStorage.getItem(this.#slot) ?? "[]");
			this.#values = new Map(kept.filter(([name]) => this.#counts(name)));
		} catch {
			// Storage is forbidden.
		}
		return this.#values;
	}

	#keep(): void {
		try {
			// What does not fit leaves nothing: an older text would take the place of the stored one.
			sessionStorage.removeItem(this.#slot);
			sessionStorage.setItem(this.#slot, JSON.stringify([...this.#read()]));
		} catch {
			// Storage is forbidden or full.
		}
	}
}

/**
 * What this tab has read from `localStorage` or written there, by name. All tabs share that: another one may have
 * written over it since, or may have emptied it. Where nothing is stored any more when the tab has been loaded anew, it
 * may have been sent from another one.
 */
const own = new TabMap<string>("own drafts", (name) => getItem(name) !== "");
/** The names of those that were written here and not only read, unless another tab has gone on with them since. */
const written = new TabMap<true>("written drafts", (name) => ownItem(name) !== "");

export const ownItem = (name: string): string => own.get(name) ?? "";
/** Whether what this tab has is its own: it has not only read it, and no other tab has gone on with it. */
export const isWritten = (name: string): boolean => written.get(name) ?? false;

/** What this tab has written, or else what is stored, which becomes its own. */
export function takeItem(name: string): string {
	const value = (isWritten(name) && ownItem(name)) || getItem(name);
	own.set(name, value);
	return value;
}

/** Stores what this tab has. With an empty value only its own is removed, and not what another tab has written since. */
export function keepItem(name: string, value: string): void {
	if (value === "") dropItem(name, ownItem(name));
	else {
		if (own.get(name) !== value) written.set(name, true);
		own.set(name, value);
		setItem(name, value);
	}
}

/** Removes a value, unless there is another one by now. */
export function dropItem(name: string, value: string): void {
	if (own.get(name) === value) forget(name);
	if (getItem(name) === value) setItem(name, "");
}

function forget(name: string): void {
	own.delete(name);
	written.delete(name);
}

export function forgetOwn(): void {
	own.clear();
	written.clear();
}

/**
 * Stores what this tab has written once more, where another tab has written over it and then removed its own. What was
 * removed as it is here was sent from there, or as a part of the text that it has become there.
 */
export function restoreOwn({ key, oldValue, newValue }: StorageEvent): void {
	const value = key && own.get(key);
	if (!value) return;
	if (newValue !== null) {
		// The other tab goes on with it: what is stored has it, and more.
		if (newValue.includes(value)) written.delete(key);
	} else if (oldValue === value || !isWritten(key)) forget(key);
	// Not for another account.
	else if (getItem(OWNER) === own.get(OWNER)) setItem(key, value);
}

/** Empty: there is none. */
export function getItem(name: string): string {
	try {
		return localStorage.getItem(name) ?? "";
	} catch {
		// A browser may forbid storage; then there are no drafts.
		return "";
	}
}

export function setItem(name: string, value: string): void {
	try {
		if (value === "") localStorage.removeItem(name);
		else localStorage.setItem(name, value);
	} catch {
		// Storage is forbidden or full.
	}
}
