import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { ConfigError, config } from "../platform/config.server.ts";
import { isoDayIn } from "../platform/dates/day-boundaries.server.ts";
import {
	type Edition,
	LEGAL_DOCUMENT_KINDS,
	type LegalDocument,
	type LegalDocumentKind,
} from "./legal-document.server.ts";
import { parseLegalDocument } from "./parse-legal-document.server.ts";

/**
 * Every edition of one legal document: the files of a folder, `2026-11-21.md`, the oldest first. The file's name is
 * the version, so that a file copied for a new edition cannot keep the old version.
 * @throws {ConfigError} naming the file
 */
export function readEditions(folder: string): LegalDocument[] {
	const names = readdirSync(resolve(folder)).filter((name) => name.endsWith(".md"));
	const editions = names.map((name) => {
		const file = join(folder, name);
		try {
			const legalDocument = parseLegalDocument(readFileSync(resolve(file), "utf8"));
			if (`${legalDocument.version}.md` === name) return legalDocument;
			throw new Error(`внутри указана версия «${legalDocument.version}»`);
		} catch (error) {
			throw new ConfigError([`${file}: ${error instanceof Error ? error.message : error}.`]);
		}
	});
	if (editions.length === 0) throw new ConfigError([`${folder}: нет ни одной редакции документа.`]);
	return editions.sort((a, b) => (a.date + a.version < b.date + b.version ? -1 : 1));
}

/**
 * The edition in force at `now`: the newest whose date has come in the operator's time zone. An edition with a later
 * date may exist already. Before the date of the first edition the first counts.
 */
export function inForce(editions: readonly LegalDocument[], now: number, timeZone: string): LegalDocument {
	const today = isoDayIn(now, timeZone);
	const current = editions.findLast((legalDocument) => legalDocument.date <= today) ?? editions[0];
	if (!current) throw new Error("a legal document without editions");
	return current;
}

const legalDocuments = Object.fromEntries(
	LEGAL_DOCUMENT_KINDS.map((kind) => [kind, readEditions(join("content/legal", kind))]),
) as Record<LegalDocumentKind, LegalDocument[]>;

/** The editions that count here; the others stay readable for who has agreed to them. */
const counting = (kind: LegalDocumentKind) =>
	legalDocuments[kind].filter(({ needs }) => needs === null || config.renewal);

/** The version that a person agrees to now; stored with consents and purchases. */
export const currentVersion = (kind: LegalDocumentKind, now: number = Date.now()): string =>
	inForce(counting(kind), now, config.timeZone).version;

/** One edition, the one in force unless a version is named; undefined when there is no such version. */
export function legalDocumentOf(
	kind: LegalDocumentKind,
	version: string | null,
	now: number = Date.now(),
): LegalDocument | undefined {
	if (version === null) return inForce(counting(kind), now, config.timeZone);
	return legalDocuments[kind].find((legalDocument) => legalDocument.version === version);
}

/** All editions of a legal document, the newest first. */
export const editionsOf = (kind: LegalDocumentKind): Edition[] =>
	counting(kind)
		.map(({ version, date }) => ({ version, date }))
		.reverse();
