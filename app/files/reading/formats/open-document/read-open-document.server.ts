import type { TextOutput } from "../../process/text-output.server.ts";
import { ReadingError } from "../../reading-error.server.ts";
import { Archive } from "../archive/archive.server.ts";
import { readXml } from "../archive/xml.server.ts";
import { OpenDocumentText } from "./open-document-text.server.ts";

const CONTENT = "content.xml";
/** The marks that LibreOffice leaves where a page of its layout ends, and those that an author sets. */
const PAGE_END = /soft-page-break|break-before="page"|break-after="page"/;
const LONGEST_PAGE_END = 32;

/** A text, a table or a presentation of LibreOffice: all three share one XML structure. */
export function openDocumentReader(kind: "text" | "sheets" | "slides") {
	return async (path: string, output: TextOutput): Promise<void> => {
		const archive = await Archive.open(path);
		if ((await archive.text("META-INF/manifest.xml")).includes("encryption-data"))
			throw new ReadingError("encrypted");
		const hasPages = kind === "text" && (await saysWherePagesEnd(archive));
		await readXml(archive.bytes(CONTENT), new OpenDocumentText(output, kind, hasPages));
	};
}

async function saysWherePagesEnd(archive: Archive): Promise<boolean> {
	let end = "";
	for await (const chunk of archive.bytes(CONTENT)) {
		const text = end + chunk.toString("latin1");
		if (PAGE_END.test(text)) return true;
		end = text.slice(-LONGEST_PAGE_END);
	}
	return false;
}
