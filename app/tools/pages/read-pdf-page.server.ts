import { Readable } from "node:stream";
import { TEMPORARY_FOLDER } from "../../files/blobs/open-blobs.server.ts";
import { withTemporaryCopy } from "../../files/blobs/temporary-copy.server.ts";
import type { FailureReason } from "../../files/reading/document-types.ts";
import { readDocument } from "../../files/reading/read-document.server.ts";
import { cutText } from "../../platform/cut-text.server.ts";
import { type PageProblem, PageRefused } from "./page-refused.server.ts";
import type { PageText } from "./text/main-text.server.ts";

const CHARACTERS = 400_000;
/** By the reading process and not by the clock: a busy server makes no page harder. The call has a limit by the clock. */
const CPU_SECONDS = 15;

class Enough extends Error {}

/**
 * The text of a PDF of the web, by the process that reads people's documents.
 * @throws {PageRefused}
 * @throws the signal's reason
 */
export async function readPdfPage(bytes: Uint8Array, signal: AbortSignal): Promise<PageText> {
	const parts: string[] = [];
	let characters = 0;
	try {
		const read = await withTemporaryCopy(TEMPORARY_FOLDER, Readable.from([bytes]), (path) =>
			readDocument({
				path,
				name: "page.pdf",
				signal,
				cpuSeconds: CPU_SECONDS,
				onPage: ({ text }) => {
					parts.push(text);
					characters += text.length;
					if (characters > CHARACTERS) throw new Enough();
				},
			}),
		);
		if (read.outcome === "failed") throw new PageRefused(problemOf(read.reason));
		return { title: "", date: null, text: parts.join("\n\n"), cut: false };
	} catch (error) {
		signal.throwIfAborted();
		if (error instanceof Enough)
			return { title: "", date: null, text: cutText(parts.join("\n\n"), CHARACTERS), cut: true };
		throw error;
	}
}

function problemOf(reason: FailureReason): PageProblem {
	if (reason === "encrypted" || reason === "scan") return reason;
	return reason === "too-slow" || reason === "too-much-memory" ? "too-hard" : "unsupported";
}
