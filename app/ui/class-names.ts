/** Joins class names; false, empty and undefined ones are skipped. */
export function classNames(...names: (string | false | undefined)[]): string {
	return names.filter(Boolean).join(" ");
}
