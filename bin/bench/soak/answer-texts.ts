import { DEFAULT_ANSWER } from "../../../tests/support/fakes/fake-model-text.ts";
import { ATTACKS } from "../../../tests/support/markdown-attacks.ts";

/** A prompt that is answered with attacks on the renderer. */
export const HOSTILE = "Враждебно.";

export const PIECE_MS = 50;
const PIECES = 400;

/** The model's pieces: always the same, so that the completeness of an answer can be checked. */
export function piecesOf(hostile: boolean): string[] {
	const tokens = DEFAULT_ANSWER.match(/\s*\S+/g) ?? [];
	return Array.from({ length: PIECES }, (_, i) => {
		if (i % 40 === 39) return "\n\n";
		if (hostile && i % 40 === 0) return `${ATTACKS[(i / 40) % ATTACKS.length]}\n\n`;
		return tokens[i % tokens.length] ?? "";
	});
}

export const fullTextOf = (hostile: boolean): string => piecesOf(hostile).join("");
