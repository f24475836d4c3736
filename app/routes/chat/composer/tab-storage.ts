/** The name of the account's id: what is stored is of that account. */
export const OWNER = "drafts of";

/**
 * What this tab has read from `localStorage` or written there, by name. All tabs share that: another one may have
 * written over it since, or may have emptied it.
 */
const own = new Map<string, string>();

export const ownItem = (name: string): string => own.get(name) ?? "";

/** What this tab has, or else what is stored, which becomes its own. */
export function takeItem(name: string): string {
	const value = own.get(name) || getItem(name);
	own.set(name, value);
	return value;
}

/** Stores what this tab has. With an empty value only its own is removed, and not what another tab has written since. */
export function keepItem(name: string, value: string): void {
	if (value === "") dropItem(name, ownItem(name));
	else {
		own.set(name, value);
		setItem(name, value);
	}
}

/** Removes a value, unless there is another one by now. */
export function dropItem(name: string, value: string): void {
	if (own.get(name) === value) own.delete(name);
	if (getItem(name) === value) setItem(name, "");
}

export const forgetOwn = () => own.clear();

/**
 * Stores what this tab has once more, where another tab has written over it and then removed its own. What was removed
 * as it is here was sent from there.
 */
export function restoreOwn({ key, oldValue, newValue }: StorageEvent): void {
	const value = key && own.get(key);
	if (!value || newValue !== null) return;
	if (oldValue === value) own.delete(key);
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
