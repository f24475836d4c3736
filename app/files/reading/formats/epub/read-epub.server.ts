import { posix } from "node:path";
import type { TextOutput } from "../../process/text-output.server.ts";
import { ReadingError } from "../../reading-error.server.ts";
import { Archive } from "../archive/archive.server.ts";
import { readXml } from "../archive/xml.server.ts";
import { HtmlText } from "../html/html-text.server.ts";

/** A book: its chapters in the order of its spine. It has no pages; its headings are sections. */
export async function readEpub(path: string, output: TextOutput): Promise<void> {
	const archive = await Archive.open(path);
	const encrypted = await encryptedParts(archive);
	for (const chapter of await chapters(archive)) {
		if (encrypted.has(chapter)) throw new ReadingError("encrypted");
		output.section(null);
		const html = new HtmlText(output);
		const decoder = new TextDecoder();
		for await (const chunk of archive.bytes(chapter)) html.write(decoder.decode(chunk, { stream: true }));
		html.end();
	}
}

async function chapters(archive: Archive): Promise<string[]> {
	let book = "";
	await readXml(archive.bytes("META-INF/container.xml"), {
		open(name, attributes) {
			if (name === "rootfile" && book === "") book = attributes["full-path"] ?? "";
		},
	});
	const manifest = new Map<string, string>();
	const spine: string[] = [];
	await readXml(archive.bytes(book), {
		open(name, { id = "", href = "", idref = "" }) {
			if (name === "item") manifest.set(id, href);
			if (name === "itemref") spine.push(idref);
		},
	});
	return spine.flatMap((id) => {
		const href = manifest.get(id);
		return href ? posix.join(posix.dirname(book), decoded(href)) : [];
	});
}

/** Names are addresses; one with a stray percent sign is taken as it is. */
function decoded(href: string): string {
	try {
		return decodeURIComponent(href.split("#")[0] ?? "");
	} catch {
		return href;
	}
}

/** A book of a shop is encrypted; in others only the fonts may be. */
async function encryptedParts(archive: Archive): Promise<Set<string>> {
	const parts = new Set<string>();
	await readXml(archive.bytes("META-INF/encryption.xml"), {
		open(name, { URI = "" }) {
			if (name === "CipherReference") parts.add(decoded(URI));
		},
	});
	return parts;
}
