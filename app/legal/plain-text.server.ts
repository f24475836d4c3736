import type { Details } from "../operator/details.server.ts";
import type { Piece } from "./legal-document.server.ts";

/** A legal document's text without markup, for the tab's title. A missing detail becomes «…». */
export const plainText = (pieces: Piece[], details: Details): string =>
	pieces
		.map((piece) => {
			if (typeof piece === "string") return piece;
			return "detail" in piece ? (details[piece.detail] ?? "…") : plainText(piece.children, details);
		})
		.join("");
