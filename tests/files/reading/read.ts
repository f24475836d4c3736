import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PageOfText } from "../../../app/files/reading/document-types.ts";
import { readDocument } from "../../../app/files/reading/read-document.server.ts";

/** Reads bytes as a document of a name, in a process as the server does. */
export async function readBytes(
	bytes: Uint8Array | string,
	name: string,
	{ signal }: { signal?: AbortSignal } = {},
) {
	const folder = mkdtempSync(join(tmpdir(), "reading-"));
	try {
		const path = join(folder, "document");
		writeFileSync(path, bytes);
		const parts: PageOfText[] = [];
		const outcome = await readDocument({ path, name, signal, onPage: (part) => void parts.push(part) });
		return { outcome, parts, text: parts.map(({ text }) => text).join("\n\n") };
	} finally {
		rmSync(folder, { recursive: true });
	}
}
