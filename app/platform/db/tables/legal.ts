/** An edition of a legal document that was published on a screen. It is never changed. */
export type LegalEditionsTable = {
	kind: string;
	/** The day from which it is in force, `2026-12-03`; consents and payments bear it. */
	version: string;
	/** The text of its file in `content/legal`, with the front matter. */
	text: string;
	published_at: number;
	/** An account. */
	published_by: string | null;
};

/** The next edition of a legal document, which nobody but staff sees. */
export type LegalDraftsTable = {
	kind: string;
	/** The feature that has to be switched on for it to count. */
	needs: string | null;
	title: string;
	description: string;
	/** Markdown, without the front matter. */
	body: string;
	/** Grows with each change. */
	revision: number;
	/** An account. */
	changed_by: string | null;
	changed_at: number;
};

/** `papers` is an older word for legal documents; the address `/admin/papers` and the section `papers` keep it too. */
export type LegalTables = { paper_editions: LegalEditionsTable; paper_drafts: LegalDraftsTable };
