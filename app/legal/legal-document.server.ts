import type { DetailName } from "../operator/details.server.ts";

export const LEGAL_DOCUMENT_KINDS = ["oferta", "privacy", "consent"] as const;
export type LegalDocumentKind = (typeof LEGAL_DOCUMENT_KINDS)[number];

/** A piece of a legal document's text: words, a placeholder of a detail, or an element with more pieces in it. */
export type Piece =
	| string
	| { detail: DetailName }
	| { tag: "p" | "ul" | "ol" | "li" | "strong" | "em"; children: Piece[] }
	| { tag: "a"; href: string; children: Piece[] };

/** «2.3.» and its text. */
export type Clause = { number: string; id: string; children: Piece[] };

export type Section = { number: number; id: string; title: Piece[]; lead: Piece[]; clauses: Clause[] };

/** One edition of a legal document. `version` is stored with a consent; `date` is when it comes into force. */
export type LegalDocument = {
	version: string;
	date: string;
	/** It comes into force only where the operator has switched this on; null: always. */
	needs: "renewal" | null;
	title: Piece[];
	description: string;
	lead: Piece[];
	sections: Section[];
};

/** An edition, and the text that it is read from. */
export type HeldEdition = {
	legalDocument: LegalDocument;
	/** The bytes of its file, as text. */
	text: string;
	/** The file in `content/legal`; null: it was published on a screen. */
	file: string | null;
	/** Milliseconds; null: nobody knows of a file. */
	publishedAt: number | null;
};

/** An edition in the list of editions. */
export type Edition = Pick<LegalDocument, "version" | "date">;
