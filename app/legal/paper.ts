import type { DetailName } from "../operator/details.ts";

export const PAPER_KINDS = ["oferta", "privacy", "consent"] as const;
export type LegalDocumentKind = (typeof PAPER_KINDS)[number];

/** A piece of a paper's text: words, a place for a detail, or an element with more pieces in it. */
export type Piece =
	| string
	| { detail: DetailName }
	| { tag: "p" | "ul" | "ol" | "li" | "strong" | "em"; children: Piece[] }
	| { tag: "a"; href: string; children: Piece[] };

/** «2.3.» and what it says. */
export type Clause = { number: string; id: string; children: Piece[] };

export type Section = { number: number; id: string; title: Piece[]; lead: Piece[]; clauses: Clause[] };

/** One edition of a paper. `version` is what a consent remembers; `date` is when it comes into force. */
export type LegalDocument = {
	version: string;
	date: string;
	title: Piece[];
	description: string;
	lead: Piece[];
	sections: Section[];
};

/** An edition in the list of editions. */
export type Edition = Pick<LegalDocument, "version" | "date">;
