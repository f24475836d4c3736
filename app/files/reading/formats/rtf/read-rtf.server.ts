import { readFile } from "node:fs/promises";
import type { TextOutput } from "../../process/text-output.server.ts";
import { RtfText } from "./rtf-text.server.ts";
import { rtfTokens } from "./rtf-tokens.server.ts";

/** A document in the Rich Text Format 1.9.1. */
export async function readRtf(path: string, output: TextOutput): Promise<void> {
	const text = new RtfText(output);
	for (const token of rtfTokens(await readFile(path))) text.add(token);
	text.end();
}
