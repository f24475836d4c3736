import type { Details } from "../operator/details.ts";
import type { Piece } from "./paper.ts";

/** A paper's words without their marks, for the tab's title. An unknown detail is a gap «…». */
export const plainText = (pieces: Piece[], details: Details): string =>
	pieces
		.map((piece) => {
			if (typeof piece === "string") return piece;
			return "detail" in piece ? (details[piece.detail] ?? "…") : plainText(piece.children, details);
		})
		.join("");
