/**
 * The worker thread that makes text of pages: a page of a stranger may keep it busy or fill its memory, and then it is
 * ended. It is started by its path (`page-reader.server.ts`) and is not part of the bundle.
 */
import { parentPort } from "node:worker_threads";
import { detectEncoding } from "../../../files/reading/formats/text/encoding.server.ts";
import { clean } from "../../../files/reading/process/text-output.server.ts";
import { cutText } from "../../../platform/cut-text.server.ts";
import { MainText, type PageText } from "./main-text.server.ts";

export type PageOrder = {
	kind: "html" | "text";
	bytes: Uint8Array;
	/** The charset that the server states. */
	charset: string | null;
	/** The base that links are relative to; null: they are not told. */
	base: string | null;
};
/** Null: the bytes are no text. */
export type PageReply = PageText | null;

/** The bytes at the beginning of a page in which it may name its encoding, by the standard of HTML. */
const HEAD_BYTES = 1_024;
const DECLARED = /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i;
const CHUNK = 64 * 1024;
const CHARACTERS = 400_000;

function read({ kind, bytes, charset, base }: PageOrder): PageReply {
	const decoder = decoderFor(bytes, kind, charset);
	if (!decoder) return null;
	if (kind === "text") {
		const text = clean(decoder.decode(bytes)).trim();
		return { title: "", date: null, text: cutText(text, CHARACTERS), cut: text.length > CHARACTERS };
	}
	const page = new MainText(base);
	for (let from = 0; from < bytes.length; from += CHUNK)
		page.write(decoder.decode(bytes.subarray(from, from + CHUNK), { stream: true }));
	page.write(decoder.decode());
	const { text, title, ...rest } = page.end();
	return { ...rest, title: clean(title), text: clean(text) };
}

/** A mark at the beginning counts most, then the server's word, then the page's, then what the bytes look like. */
function decoderFor(bytes: Uint8Array, kind: "html" | "text", charset: string | null): TextDecoder | null {
	const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString("latin1");
	const isMarked = /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/.test(head);
	const declared = kind === "html" ? DECLARED.exec(head)?.[1] : undefined;
	for (const nameOf of [
		() => (isMarked ? undefined : charset),
		() => (isMarked ? undefined : declared),
		() => detectEncoding(bytes),
	]) {
		try {
			const name = nameOf();
			if (name) return new TextDecoder(name);
		} catch {
			// A name that nobody knows.
		}
	}
	return null;
}

parentPort?.on("message", (order: PageOrder) => parentPort?.postMessage(read(order)));
parentPort?.postMessage("ready");
