import { SaxesParser } from "saxes";
import { ReadingError } from "../../reading-error.server.ts";
import { READING_LIMITS } from "../../reading-limits.server.ts";

/** Attributes by their names without a prefix. */
export type Attributes = Record<string, string>;

export type XmlHandlers = {
	/** @param name without its prefix */
	open?: (name: string, attributes: Attributes) => void;
	text?: (text: string) => void;
	close?: (name: string) => void;
};

/**
 * Reads XML as a stream. A document type is passed by: no entity of it is expanded and nothing outside is opened, so
 * its entities are unknown and end the reading.
 * @throws {ReadingError} when the XML is malformed or nested too deeply
 */
export async function readXml(bytes: AsyncIterable<Uint8Array>, handlers: XmlHandlers): Promise<void> {
	const parser = new SaxesParser({ position: false, xmlns: false });
	let depth = 0;
	parser.on("error", () => {
		throw new ReadingError("damaged");
	});
	parser.on("opentag", ({ name, attributes }) => {
		if (++depth > READING_LIMITS.depth) throw new ReadingError("damaged");
		handlers.open?.(withoutPrefix(name), namesWithoutPrefix(attributes));
	});
	parser.on("closetag", ({ name }) => {
		depth--;
		handlers.close?.(withoutPrefix(name));
	});
	const { text } = handlers;
	if (text) {
		parser.on("text", text);
		parser.on("cdata", text);
	}
	let decoder: TextDecoder | undefined;
	for await (const chunk of bytes) {
		decoder ??= new TextDecoder(encodingOf(chunk));
		parser.write(decoder.decode(chunk, { stream: true }));
	}
	if (!decoder) return;
	parser.write(decoder.decode());
	parser.close();
}

function withoutPrefix(name: string): string {
	const colon = name.indexOf(":");
	return colon < 0 ? name : name.slice(colon + 1);
}

/**
 * An attribute with a prefix counts before one of the same name without: `r:id` refers to another part, `id` counts.
 */
function namesWithoutPrefix(attributes: Attributes): Attributes {
	const plain: Attributes = {};
	for (const name in attributes) {
		const bare = withoutPrefix(name);
		if (bare !== name || !(bare in plain)) plain[bare] = attributes[name] ?? "";
	}
	return plain;
}

/** The parts of Office and OpenDocument files are UTF-8, rarely UTF-16 with its mark. */
function encodingOf(start: Uint8Array): string {
	if (start[0] === 0xff && start[1] === 0xfe) return "utf-16le";
	if (start[0] === 0xfe && start[1] === 0xff) return "utf-16be";
	return "utf-8";
}
