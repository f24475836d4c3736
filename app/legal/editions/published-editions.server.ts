import type { Db } from "../../platform/db/connection.server.ts";
import { log } from "../../platform/log.server.ts";
import { service } from "../../platform/service.server.ts";
import type { StoredSettings } from "../../platform/stored-settings/stored-settings.server.ts";
import { type HeldEdition, LEGAL_DOCUMENT_KINDS, type LegalDocumentKind } from "../legal-document.server.ts";
import { parseLegalDocument } from "../parse-legal-document.server.ts";

/** No more of one legal document are published: each is kept in memory. */
export const MOST_EDITIONS = 200;

/** The editions that were published on the screens, as this process knows them. An edition never changes. */
export class PublishedEditions {
	readonly #db: Db;
	readonly #editions = new Map<LegalDocumentKind, readonly HeldEdition[]>();

	constructor(db: Db) {
		this.#db = db;
	}

	/** Those of a legal document; the same list until another one is published. */
	of(kind: LegalDocumentKind): readonly HeldEdition[] {
		return this.#editions.get(kind) ?? [];
	}

	/** Reads what was published. */
	async read(): Promise<void> {
		for (const kind of LEGAL_DOCUMENT_KINDS) {
			const rows = await this.#db
				.selectFrom("paper_editions")
				.selectAll()
				.where("kind", "=", kind)
				.orderBy("version")
				.limit(MOST_EDITIONS)
				.execute();
			if (rows.length === this.of(kind).length) continue;
			this.#editions.set(
				kind,
				rows.flatMap((row) => heldEdition(row) ?? []),
			);
		}
	}
}

type Row = { kind: string; version: string; text: string; published_at: number };

/** @returns null: another program wrote it, and this one does not understand it */
function heldEdition({ kind, version, text, published_at }: Row): HeldEdition | null {
	try {
		const legalDocument = parseLegalDocument(text);
		return { legalDocument, text, file: null, publishedAt: Number(published_at) };
	} catch (error) {
		log.error("Редакция документа не читается", { kind, version, error });
		return null;
	}
}

/** The editions published on the screens. Commands that need none of them do not start it. */
export const publishedEditions = service<PublishedEditions>("published editions");

/** Reads the editions and goes by each new one that a server announces. @returns forgets them */
export async function startPublishedEditions(db: Db, settings: StoredSettings): Promise<() => void> {
	const editions = new PublishedEditions(db);
	await editions.read();
	settings.onChange((section) => (section === "papers" ? editions.read() : undefined));
	publishedEditions.provide(editions);
	return publishedEditions.withdraw;
}
