import { open } from "node:fs/promises";
import type { TextOutput } from "../../process/text-output.server.ts";
import { decoded } from "../text/decode.server.ts";
import { HtmlText } from "./html-text.server.ts";

/** The bytes at the beginning of a page in which it may name its encoding, by the standard of HTML. */
const HEAD_BYTES = 1_024;
const DECLARED = /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i;

/** A saved page of the web. */
export async function readHtml(path: string, output: TextOutput): Promise<void> {
	const html = new HtmlText(output);
	for await (const piece of decoded(path, await declaredEncoding(path))) html.write(piece);
	html.end();
}

/** @returns undefined where the page says none, or one that nobody knows; a mark at its beginning counts more */
async function declaredEncoding(path: string): Promise<string | undefined> {
	const file = await open(path);
	try {
		const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
		const head = buffer.toString("latin1", 0, bytesRead);
		if (/^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)/.test(head)) return undefined;
		const declared = DECLARED.exec(head)?.[1];
		return declared && new TextDecoder(declared).encoding;
	} catch {
		return undefined;
	} finally {
		await file.close();
	}
}
