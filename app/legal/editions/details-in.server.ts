import type { DetailName } from "../../operator/details.server.ts";
import type { LegalDocument, Piece } from "../legal-document.server.ts";

/** The details that a legal document cites, as often as it does. */
export function detailsIn({ title, lead, sections }: LegalDocument): DetailName[] {
	const pieces = [
		...[...title, ...lead],
		...sections.flatMap((section) => [
			...section.title,
			...section.lead,
			...section.clauses.flatMap(({ children }) => children),
		]),
	];
	return inPieces(pieces);
}

const inPieces = (pieces: readonly Piece[]): DetailName[] =>
	pieces.flatMap((piece) => {
		if (typeof piece === "string") return [];
		return "detail" in piece ? piece.detail : inPieces(piece.children);
	});
