/** Marks that turn the direction of a text or take no room: it could say another thing than it shows. */
const HIDDEN = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/;
/** A character of JSON, as it is or escaped; another escape is passed over whole. */
const CHARACTER = new RegExp(`\\\\u([\\da-f]{4})|\\\\.|${HIDDEN.source}`, "gis");

/**
 * The arguments of a call for a person: marks that hide something are written out, in the texts inside of the JSON too.
 * @param args JSON, or what a model took for it
 */
export const visibleArguments = (args: string): string =>
	args.replace(CHARACTER, (found, hex?: string) => {
		const mark = hex === undefined ? found : String.fromCharCode(Number.parseInt(hex, 16));
		return HIDDEN.test(mark) ? `\\\\u${mark.charCodeAt(0).toString(16).padStart(4, "0")}` : found;
	});
