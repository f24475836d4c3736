/** Joins class names; what is false, empty or undefined falls out. */
export function classNames(...names: (string | false | undefined)[]): string {
	return names.filter(Boolean).join(" ");
}
