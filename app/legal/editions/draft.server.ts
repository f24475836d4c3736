import type { Selectable } from "kysely";
import { actAsStaff } from "../../accounts/staff/act-as-staff.server.ts";
import type { Actor } from "../../accounts/staff/journal.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import type { LegalDraftsTable } from "../../platform/db/tables/legal.ts";
import type { LegalDocument, LegalDocumentKind } from "../legal-document.server.ts";
import { parseLegalDocument } from "../parse-legal-document.server.ts";

/** The parts of an edition that staff write. */
export type EditionText = Pick<LegalDocument, "needs" | "description"> & { title: string; body: string };

export type Draft = EditionText & { revision: number; changedBy: string | null; changedAt: number };

/** The longest texts, in characters. */
export const LONGEST = { title: 200, description: 300, body: 150_000 } as const;

export type EditionTextRead =
	| { outcome: "fits"; edition: EditionText; legalDocument: LegalDocument }
	| { outcome: "wrong"; field: keyof typeof LONGEST; problem: "empty" | "too-long" | "no-section" }
	/** The text is not what a legal document may have; in Russian. */
	| { outcome: "unreadable"; sentence: string };

const oneLine = (text: string) => text.trim().replace(/\s+/g, " ");

/** Checks what was typed as a legal document. */
export function readEditionText(typed: EditionText): EditionTextRead {
	const body = typed.body.replace(/\r\n?/g, "\n").trim();
	const edition = {
		needs: typed.needs,
		title: oneLine(typed.title),
		description: oneLine(typed.description),
		body,
	};
	for (const field of ["title", "description", "body"] as const) {
		if (edition[field] === "") return { outcome: "wrong", field, problem: "empty" };
		if (edition[field].length > LONGEST[field]) return { outcome: "wrong", field, problem: "too-long" };
	}
	try {
		const legalDocument = parseLegalDocument(editionFile(edition, "1970-01-01"));
		if (legalDocument.sections.length === 0)
			return { outcome: "wrong", field: "body", problem: "no-section" };
		return { outcome: "fits", edition, legalDocument };
	} catch (error) {
		return { outcome: "unreadable", sentence: error instanceof Error ? error.message : String(error) };
	}
}

/** An edition as its file in `content/legal` would be. @param day from which it is in force, its version */
export function editionFile({ needs, title, description, body }: EditionText, day: string): string {
	const front = [
		...[`version: ${day}`, `date: ${day}`],
		...(needs ? [`needs: ${needs}`] : []),
		...[`title: ${title}`, `description: ${description}`],
	];
	return `---\n${front.join("\n")}\n---\n\n${body}\n`;
}

/** The parts of an edition's file that staff write: what a draft of the next one begins with. */
export function editionTextOf(file: string): EditionText {
	const { needs, description } = parseLegalDocument(file);
	const [, front = "", body = ""] = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(file) ?? [];
	const title = /^[ \t]*title[ \t]*:(.*)$/m.exec(front)?.[1]?.trim() ?? "";
	return { needs, title, description, body: body.trim() };
}

/** The draft of a legal document; null: there is none. */
export async function findDraft(db: Db, kind: LegalDocumentKind): Promise<Draft | null> {
	const row = await db.selectFrom("paper_drafts").selectAll().where("kind", "=", kind).executeTakeFirst();
	return row ? draftOf(row) : null;
}

const draftOf = (row: Selectable<LegalDraftsTable>): Draft => ({
	needs: row.needs === "renewal" ? "renewal" : null,
	title: row.title,
	description: row.description,
	body: row.body,
	revision: Number(row.revision),
	changedBy: row.changed_by,
	changedAt: Number(row.changed_at),
});

/**
 * Keeps a draft, with an entry of the journal.
 * @param revision the one that the actor has seen; 0: there was no draft
 * @returns `unchanged`: somebody has changed it since
 */
export function saveDraft(
	db: Db,
	actor: Actor,
	{ kind, edition, revision }: { kind: LegalDocumentKind; edition: EditionText; revision: number },
	now = Date.now(),
) {
	const fresh = { ...edition, revision: revision + 1, changed_by: actor.accountId, changed_at: now };
	const work = async (trx: Db) => {
		if (revision === 0) {
			const { numInsertedOrUpdatedRows } = await trx
				.insertInto("paper_drafts")
				.values({ kind, ...fresh })
				.onConflict((oc) => oc.column("kind").doNothing())
				.executeTakeFirst();
			return numInsertedOrUpdatedRows ? kind : null;
		}
		const { numUpdatedRows } = await trx
			.updateTable("paper_drafts")
			.set(fresh)
			.where("kind", "=", kind)
			.where("revision", "=", revision)
			.executeTakeFirst();
		return numUpdatedRows ? kind : null;
	};
	return actAsStaff(db, actor, { right: "editions", act: "paper-saved", after: kind }, work, now);
}

/** Throws a draft away. @returns `unchanged`: there is none, or another one than the actor has seen */
export function removeDraft(
	db: Db,
	actor: Actor,
	{ kind, revision }: { kind: LegalDocumentKind; revision: number },
	now = Date.now(),
) {
	const work = async (trx: Db) => ((await takeDraft(trx, kind, revision)) ? kind : null);
	return actAsStaff(db, actor, { right: "editions", act: "paper-removed", before: kind }, work, now);
}

/** Takes the draft away that the actor has seen. @returns null: it is not there, or has been changed */
export async function takeDraft(trx: Db, kind: LegalDocumentKind, revision: number): Promise<Draft | null> {
	const row = await trx
		.deleteFrom("paper_drafts")
		.where("kind", "=", kind)
		.where("revision", "=", revision)
		.returningAll()
		.executeTakeFirst();
	return row ? draftOf(row) : null;
}
