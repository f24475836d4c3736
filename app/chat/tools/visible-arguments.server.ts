/** Marks that turn the direction of a text or take no room: it could say another thing than it shows. */
const HIDDEN = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/;
/** The two escapes of a character beyond 16 bits. */
const PAIR = /\\ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}/;
/** A character of JSON, as it is or escaped; another escape, and a pair of them, is passed over whole. */
const CHARACTER = new RegExp(`${PAIR.source}|\\\\u([\\da-f]{4})|\\\\.|${HIDDEN.source}`, "gis");

/**
 * The arguments of a call for a person: marks that hide something are written out, in the texts inside of the JSON too,
 * and so are halves of a character, which the server's UTF-8 would change.
 * @param args JSON, or what a model took for it
 */
export const visibleArguments = (args: string): string =>
	args.replace(CHARACTER, (found, hex?: string) => {
		const mark = hex === undefined ? found : String.fromCharCode(Number.parseInt(hex, 16));
		const isHalf = hex !== undefined && !mark.isWellFormed();
		return HIDDEN.test(mark) || isHalf ? `\\\\u${mark.charCodeAt(0).toString(16).padStart(4, "0")}` : found;
	});
