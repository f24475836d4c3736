import { strToU8, zipSync } from "fflate";

/** A ZIP archive of texts and bytes by their names, in this order; `stored` ones are not packed. */
export function archiveOf(parts: Record<string, string | Uint8Array>, stored: string[] = []): Uint8Array {
	return zipSync(
		Object.fromEntries(
			Object.entries(parts).map(([name, content]) => [
				name,
				[typeof content === "string" ? strToU8(content) : content, { level: stored.includes(name) ? 0 : 6 }],
			]),
		),
	);
}

export const escapeXml = (text: string) =>
	text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
