/**
 * The process that reads one document: `reader-process.server.ts PATH ENDING`. It is started by its path
 * (`run-reader.server.ts`), is not part of the bundle, and writes messages as lines of JSON.
 */

import { writeSync } from "node:fs";
import { stat } from "node:fs/promises";
import type { DocumentType } from "../document-types.ts";
import { detectType } from "../formats/detect-type.server.ts";
import { ReadingError } from "../reading-error.server.ts";
import type { ReaderMessage } from "./reader-messages.server.ts";
import { TextOutput } from "./text-output.server.ts";

type Reader = (path: string, output: TextOutput) => Promise<void>;

/** A reader is loaded only for a document of its type. */
const READERS: Record<DocumentType, () => Promise<Reader>> = {
	pdf: async () => (await import("../formats/pdf/read-pdf.server.ts")).readPdf,
	docx: async () => (await import("../formats/word/read-docx.server.ts")).readDocx,
	xlsx: async () => (await import("../formats/sheets/read-xlsx.server.ts")).readXlsx,
	pptx: async () => (await import("../formats/slides/read-pptx.server.ts")).readPptx,
	odt: async () =>
		(await import("../formats/open-document/read-open-document.server.ts")).openDocumentReader("text"),
	ods: async () =>
		(await import("../formats/open-document/read-open-document.server.ts")).openDocumentReader("sheets"),
	odp: async () =>
		(await import("../formats/open-document/read-open-document.server.ts")).openDocumentReader("slides"),
	epub: async () => (await import("../formats/epub/read-epub.server.ts")).readEpub,
	html: async () => (await import("../formats/html/read-html.server.ts")).readHtml,
	rtf: async () => (await import("../formats/rtf/read-rtf.server.ts")).readRtf,
	text: async () => (await import("../formats/text/plain-text.server.ts")).readPlainText,
	code: async () => (await import("../formats/text/plain-text.server.ts")).readPlainText,
	json: async () => (await import("../formats/text/plain-text.server.ts")).readPlainText,
	markdown: async () => (await import("../formats/text/plain-text.server.ts")).readMarkdown,
	csv: async () => (await import("../formats/text/csv.server.ts")).readCsv,
};

const [path = "", ending = ""] = process.argv.slice(2);
let type: DocumentType | null = null;

/** The pipe takes a line when the server has taken those before it; until then the process stands still. */
function send(message: ReaderMessage): void {
	const line = Buffer.from(`${JSON.stringify(message)}\n`);
	for (let from = 0; from < line.length; ) from += writeSync(1, line, from);
}

async function read(): Promise<void> {
	if ((await stat(path)).size === 0) throw new ReadingError("empty");
	type = await detectType(path, ending);
	const output = new TextOutput(
		(part) => send({ kind: "part", ...part }),
		(of) => send({ kind: "pages", of }),
	);
	const reader = await READERS[type]();
	await reader(path, output);
	output.flush();
	if (output.characters === 0) throw new ReadingError("no-text", output.pages || null);
	send({ kind: "end", type, pages: output.pages });
}

try {
	await read();
} catch (error) {
	if (!(error instanceof ReadingError)) throw error;
	send({ kind: "failed", type, reason: error.reason, pages: error.pages });
}
