import { toNfc } from "../../platform/to-nfc.server.ts";
import { FILE_LIMITS } from "../file-limits.ts";

const NAMELESS = "Без названия";

/**
 * A file's name for the screens, as the person knows it: without folders and without characters that show nothing or
 * turn the direction of the text. It names no file of this server.
 */
export function cleanName(sent: string): string {
	const base = toNfc(sent.toWellFormed()).split(/[/\\]/).at(-1) ?? "";
	const name = base
		.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, " ")
		.replace(/\s+/g, " ")
		.trim();
	if (/^\.*$/.test(name)) return NAMELESS;
	return shorten(name);
}

function shorten(name: string): string {
	const signs = [...name];
	if (signs.length <= FILE_LIMITS.name) return name;
	const extension = /\.[\p{L}\p{N}]{1,10}$/u.exec(name)?.[0] ?? "";
	const kept = FILE_LIMITS.name - extension.length - 1;
	return `${signs.slice(0, kept).join("")}…${extension}`;
}
