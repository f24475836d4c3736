import type { FormatterModule } from "i18next";

let grouping: Intl.NumberFormat | undefined;
/** Numbers that Russian writes with another decimal sign only. */
const PLAIN = /^-?\d{1,3}(\.\d{1,3})?$/;

/**
 * Formats what a text fills in: `{{count, number}}`, in Russian. i18next's own formatter makes an `Intl.NumberFormat` for
 * each number, and the first one of a page loads the browser's tables: half of the longest task while a chat hydrates on
 * a slow phone. A number without groups needs none of it.
 * @param format what stands behind the comma; only `number` is known
 * @returns «7», «1,5», «12 500»
 */
export function formatValue(value: unknown, format?: string): string {
	if (format !== "number" || typeof value !== "number") return String(value);
	const plain = String(value);
	if (PLAIN.test(plain)) return plain.replace(".", ",");
	grouping ??= new Intl.NumberFormat("ru");
	return grouping.format(value);
}

/** For `use()` of an instance. */
export const formatter: FormatterModule = {
	type: "formatter",
	init: () => {},
	add: () => {},
	addCached: () => {},
	format: formatValue,
};
