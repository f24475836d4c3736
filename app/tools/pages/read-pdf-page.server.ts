import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readDocument } from "../../files/reading/read-document.server.ts";
import { PageRefused } from "./page-refused.server.ts";
import type { PageText } from "./text/main-text.server.ts";

const CHARACTERS = 400_000;
const READ_MS = 15_000;

class Enough extends Error {}

/**
 * The text of a PDF of the web, by the process that reads people's documents.
 * @throws {PageRefused}
 * @throws the signal's reason
 */
export async function readPdfPage(bytes: Uint8Array, signal: AbortSignal): Promise<PageText> {
	const folder = await mkdtemp(join(tmpdir(), "sobesednik-page-"));
	const timeout = AbortSignal.timeout(READ_MS);
	const parts: string[] = [];
	let characters = 0;
	try {
		const path = join(folder, "page.pdf");
		await writeFile(path, bytes, { mode: 0o600 });
		const read = await readDocument({
			path,
			name: "page.pdf",
			signal: AbortSignal.any([signal, timeout]),
			onPage: ({ text }) => {
				parts.push(text);
				characters += text.length;
				if (characters > CHARACTERS) throw new Enough();
			},
		});
		if (read.outcome === "failed")
			throw new PageRefused(
				read.reason === "encrypted" || read.reason === "scan" ? read.reason : "unsupported",
			);
		return { title: "", date: null, text: parts.join("\n\n"), cut: false };
	} catch (error) {
		signal.throwIfAborted();
		if (error instanceof Enough)
			return { title: "", date: null, text: parts.join("\n\n").slice(0, CHARACTERS), cut: true };
		if (timeout.aborted) throw new PageRefused("too-hard");
		throw error;
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}
