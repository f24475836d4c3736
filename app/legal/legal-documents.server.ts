import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { ConfigError, config } from "../platform/config.server.ts";
import { isoDayIn } from "../platform/dates/day-boundaries.server.ts";
import { publishedEditions } from "./editions/published-editions.server.ts";
import {
	type Edition,
	type HeldEdition,
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
export const readEditions = (folder: string): LegalDocument[] =>
	readEditionFiles(folder).map(({ legalDocument }) => legalDocument);

function readEditionFiles(folder: string): HeldEdition[] {
	const names = readdirSync(resolve(folder)).filter((name) => name.endsWith(".md"));
	const editions = names.map((name) => {
		const file = join(folder, name);
		try {
			const text = readFileSync(resolve(file), "utf8");
			const legalDocument = parseLegalDocument(text);
			if (`${legalDocument.version}.md` === name) return { legalDocument, text, file, publishedAt: null };
			throw new Error(`внутри указана версия «${legalDocument.version}»`);
		} catch (error) {
			throw new ConfigError([`${file}: ${error instanceof Error ? error.message : error}.`]);
		}
	});
	if (editions.length === 0) throw new ConfigError([`${folder}: нет ни одной редакции документа.`]);
	return inOrder(editions);
}

/** The oldest first. */
const inOrder = (editions: HeldEdition[]) =>
	editions.sort((a, b) => (orderOf(a.legalDocument) < orderOf(b.legalDocument) ? -1 : 1));
const orderOf = ({ date, version }: LegalDocument) => date + version;

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

const ofFiles = Object.fromEntries(
	LEGAL_DOCUMENT_KINDS.map((kind) => [kind, readEditionFiles(join("content/legal", kind))]),
) as Record<LegalDocumentKind, HeldEdition[]>;

type Merged = { published: readonly HeldEdition[]; editions: readonly HeldEdition[] };
const merged = new Map<LegalDocumentKind, Merged>();

/**
 * Every edition of a legal document, the oldest first: those of the files, and those published on the screens. The
 * published one counts, should a file of the same version come later: people have agreed to it.
 */
export function heldEditions(kind: LegalDocumentKind): readonly HeldEdition[] {
	const published = publishedEditions.ifStarted()?.of(kind);
	if (!published || published.length === 0) return ofFiles[kind];
	const known = merged.get(kind);
	if (known?.published === published) return known.editions;
	const versions = new Set(published.map(({ legalDocument }) => legalDocument.version));
	const files = ofFiles[kind].filter(({ legalDocument }) => !versions.has(legalDocument.version));
	const editions = inOrder([...files, ...published]);
	merged.set(kind, { published, editions });
	return editions;
}

/** Whether an edition counts here; the others stay readable for people who have agreed to them. */
export const isCounting = ({ needs }: LegalDocument): boolean => needs === null || config.renewal;

const counting = (kind: LegalDocumentKind) =>
	heldEditions(kind)
		.map(({ legalDocument }) => legalDocument)
		.filter(isCounting);

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
	return heldEdition(kind, version)?.legalDocument;
}

/** One edition with its text; undefined when there is no such version. */
export const heldEdition = (kind: LegalDocumentKind, version: string): HeldEdition | undefined =>
	heldEditions(kind).find(({ legalDocument }) => legalDocument.version === version);

/** All editions of a legal document, the newest first. */
export const editionsOf = (kind: LegalDocumentKind): Edition[] =>
	counting(kind)
		.map(({ version, date }) => ({ version, date }))
		.reverse();
