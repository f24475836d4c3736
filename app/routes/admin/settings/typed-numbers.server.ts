const plain = (text: string) => text.replace(/[\s\u00a0\u202f]/g, "").replace(",", ".");

/** A whole number as typed. @returns undefined: nothing was typed; null: no such number */
export function countOf(text: string, least: number, most: number): number | undefined | null {
	const digits = plain(text);
	if (digits === "") return undefined;
	const count = /^\d{1,15}$/.test(digits) ? Number(digits) : Number.NaN;
	return count >= least && count <= most ? count : null;
}

/** Roubles as typed, «390» or «99,50», in kopecks, without floating point. @returns as `countOf` */
export function kopecksOf(text: string, least: number, most: number): number | undefined | null {
	const sum = plain(text);
	if (sum === "") return undefined;
	const [, whole, part = ""] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(sum) ?? [];
	if (whole === undefined) return null;
	const kopecks = Number(whole + part.padEnd(2, "0"));
	return kopecks >= least && kopecks <= most ? kopecks : null;
}

/** Kopecks as they are typed: «390», «99,5». */
export const typedRubles = (kopecks: number): string => String(kopecks / 100).replace(".", ",");
