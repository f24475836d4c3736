import { stat } from "node:fs/promises";
import { log } from "../../platform/log.server.ts";
import type { DocumentType, FailureReason, PageOfText } from "./document-types.ts";
import { parseReaderMessage, type ReaderMessage } from "./process/reader-messages.server.ts";
import { runReader } from "./process/run-reader.server.ts";
import { READING_LIMITS } from "./reading-limits.server.ts";
import { inTurn } from "./reading-queue.server.ts";

const PROGRAM = "app/files/reading/process/reader-process.server.ts";

/** `pages`: 0 where the document has none, or does not say where they end; in a failure where they are known. */
export type ReadOutcome =
	| { outcome: "read"; type: DocumentType; pages: number; characters: number }
	| { outcome: "failed"; type: DocumentType | null; reason: FailureReason; pages: number | null };

/**
 * Reads the text of a stored document in a process of its own.
 * @param name as its owner gave it; only its ending is looked at, and only to tell kinds of text apart
 * @param onPage receives the parts of the text in their order, and is awaited before the next; parts that were given
 *   before a failure are not the document
 * @param cpuSeconds of the process, where it may take less than a person's document
 * @param onPages receives how many pages there are, before the first part, where that is known
 * @throws the signal's reason when it aborts; what `onPage` throws; when too many readings wait
 */
export async function readDocument(options: {
	path: string;
	name: string;
	signal?: AbortSignal;
	cpuSeconds?: number;
	onPage: (page: PageOfText) => Promise<void> | void;
	onPages?: (pages: number) => void;
}): Promise<ReadOutcome> {
	return inTurn(() => read(options));
}

async function read({
	path,
	name,
	signal,
	cpuSeconds = READING_LIMITS.cpuSeconds,
	onPage,
	onPages,
}: Parameters<typeof readDocument>[0]): Promise<ReadOutcome> {
	const { size } = await stat(path);
	if (size === 0) return failed("empty");
	if (size > READING_LIMITS.fileBytes) return failed("too-large");
	let last: LastMessage | null = null;
	let begun = false;
	let characters = 0;
	const exit = await runReader({
		program: PROGRAM,
		file: path,
		args: [endingOf(name)],
		signal,
		limits: { ...READING_LIMITS, cpuSeconds },
		async onLine(line) {
			const message = parseReaderMessage(line);
			if (!message || last) return false;
			if (message.kind === "pages") {
				if (begun) return false;
				begun = true;
				onPages?.(message.of);
				return true;
			}
			begun = true;
			if (message.kind !== "part") {
				last = message;
				return true;
			}
			characters += message.text.length;
			if (characters > READING_LIMITS.characters) return false;
			await onPage({ number: message.number, section: message.section, text: message.text });
			return true;
		},
	});
	if (exit.kind === "stopped") return failed(exit.reason);
	const message = last as LastMessage | null;
	if (exit.code !== 0 || !message) {
		log.warn("Чтение документа прервалось", { code: exit.code, at: placeOf(exit.error) });
		return failed("damaged");
	}
	if (message.kind === "failed") return failed(message.reason, message.type, message.pages);
	const { type, pages } = message;
	return { outcome: "read", type, pages, characters };
}

type LastMessage = Extract<ReaderMessage, { kind: "end" | "failed" }>;

const failed = (reason: FailureReason, type: DocumentType | null = null, pages: number | null = null) =>
	({ outcome: "failed", type, reason, pages }) as const;

/** The ending of a name in plain letters and digits, as an argument of a process. */
const endingOf = (name: string) => /\.([a-z0-9]{1,12})$/i.exec(name)?.[1]?.toLowerCase() ?? "";

/** The place in our code that failed, without the message, which may have words of the document. */
export const placeOf = (error: string) => /^\s+at .*/m.exec(error)?.[0].trim() ?? "";
